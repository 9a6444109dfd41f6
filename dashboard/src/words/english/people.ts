import { isolated } from '../isolate-direction.ts';

/** The members of an organization, and the people who are invited. */
export const people = {
  title: 'People',
  loading: 'Loading people',
  loadingWhat: 'the people in this organization',
  gone: 'This organization no longer exists',
  goneLead: 'The organization was deleted, or you are not a member of it.',
  headline: {
    people: (count: number, organization: string) =>
      count === 1
        ? `1 person belongs to ${isolated(organization)}.`
        : `${count} people belong to ${isolated(organization)}.`,
    notDelivered: (count: number) =>
      count === 1 ? '1 invitation was not delivered.' : `${count} invitations were not delivered.`,
    noneOpen: 'There are no open invitations.',
    open: (count: number) => (count === 1 ? 'There is 1 open invitation.' : `There are ${count} open invitations.`),
    byLink: (count: number) =>
      count === 1
        ? 'There is 1 open invitation. Mail is not set up, so you have to give the link to this person yourself.'
        : `There are ${count} open invitations. Mail is not set up, so you have to give the links to these people yourself.`,
    forAdmins: 'Only admins can invite people, change roles and remove members.',
  },
  find: 'Find a person',
  findShort: 'Find',
  found: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  nothingFound: (text: string) => `No person matches “${isolated(text)}”.`,
  nothingFoundLead: 'You can search for names and e-mail addresses.',
  clear: 'Show all',
  members: 'Members',
  memberCount: (count: number, organization: string) =>
    count === 1 ? `1 member of ${isolated(organization)}` : `${count} members of ${isolated(organization)}`,
  columns: { person: 'Person', role: 'Role', seen: 'Last active', sessions: 'Sessions' },
  you: 'you',
  secondFactor: {
    short: 'two-step',
    on: 'Two-step sign-in is on.',
    off: 'Two-step sign-in is off.',
    offRequired: 'Two-step sign-in is off, but required here: this person has no access until they turn it on.',
  },
  onlyOwner: 'the only owner',
  more: 'More',
  moreAbout: (name: string) => `More about ${isolated(name)}`,
  roleOf: (name: string, role: string) => `Role of ${isolated(name)}: ${role}`,
  seen: {
    now: 'just now',
    never: 'never',
    yesterday: (time: string) => `yesterday at ${time}`,
  },
  shown: (shown: number, all: number) => `Showing ${shown} of ${all}.`,
  showMore: (count: number) => `Show ${count} more`,
  roles: {
    title: 'What each role can do',
    lead: 'The service checks the role on each request. Each role also has the rights of the roles to its left.',
    of: (organization: string) => `In ${isolated(organization)}`,
    yes: 'yes',
    no: 'no',
    groups: { see: 'View', signs: 'Signs', organization: 'Organization' },
    rows: {
      walls: 'Walls, signs, outages, history, logs',
      inbox: 'Own inbox and subscriptions',
      fetches: 'Export of loaded content',
      attempts: 'Claim attempts',
      audit: 'Audit log and its export',
      claim: 'Claim, link and replace signs',
      content: 'Set pages, schedules and settings',
      commands: 'Refresh pages, restart the app, take screenshots',
      acknowledge: 'Acknowledge outages',
      device: 'Restart the device',
      unregister: 'Unregister devices, delete signs, decide on clones',
      events: 'Create, change and delete events',
      people: 'Invite people, change roles, remove members',
      settings: 'Organization settings',
      owners: 'Add and remove owners',
    },
    foot: 'A role change takes effect with the next request, and for live data within a second.',
    short: {
      viewer: 'Sees walls, outages and logs',
      operator: 'Also claims signs and sets pages',
      admin: 'Also manages events, people and settings',
      owner: 'Also adds and removes owners',
    },
  },
  change: {
    changed: (name: string, role: string) => `${isolated(name)} now has the role ${role}.`,
    onlyAdmins: 'Only admins can change roles.',
    aboveYours: 'Only owners can change the role of an owner, or make another person an owner.',
    lastOwner: 'An organization needs an owner. Make another member an owner first.',
    ownTitle: (role: string) => `Change your own role to ${role}?`,
    ownText: 'You will lose the rights of your current role immediately. Only another admin or owner can restore them.',
    withdraws: (count: number) =>
      count === 1
        ? '1 open invitation will be withdrawn because it exceeds the rights of the new role.'
        : `${count} open invitations will be withdrawn because they exceed the rights of the new role.`,
    title: (name: string, role: string) => `Change the role of ${isolated(name)} to ${role}?`,
    keep: 'Keep the role',
    change: 'Change role',
  },
  invite: {
    button: 'Invite a person',
    title: 'Invite a person',
    correctTitle: 'Correct the address',
    lead: (organization: string) => `The invitation link lets one person join ${isolated(organization)} within 7 days.`,
    role: 'Role',
    send: 'Send invitation',
    make: 'Create invitation link',
    cancel: 'Cancel',
    onlyAdmins: 'Only admins can invite people.',
    already: 'This person is already a member.',
    sent: (email: string) => `The invitation to ${isolated(email)} is being sent.`,
    link: {
      title: 'Copy this link now',
      text: (email: string) =>
        `Mail is not set up, so the service sent nothing. Give this link to ${isolated(email)} yourself. The link is shown only once, works only once, and expires after 7 days.`,
      label: 'Invitation link',
      copy: 'Copy link',
      copied: 'Copied',
      notCopied: 'The browser did not allow copying. Select the link and copy it.',
      done: 'Done',
      askTitle: 'Close without copying the link?',
      askText: 'The link will not be shown again. If you create another link, this one stops working.',
      keep: 'Show the link',
      close: 'Close without copying',
    },
  },
  invited: {
    title: 'Invitations',
    aside: 'each link works once and expires after 7 days',
    none: 'Nobody has an open invitation.',
    states: {
      failed: 'Not delivered',
      retrying: 'Not delivered yet',
      sending: 'Sending',
      expired: 'Expired',
      'by-link': 'Link created',
    },
    waiting: (left: string) => `Waiting, ${left} left`,
    by: (time: string, name: string | undefined) =>
      name ? `Invited ${time} by ${isolated(name)}.` : `Invited ${time}.`,
    accepted: 'The mail server accepted the e-mail.',
    tried: (count: number) =>
      count === 1 ? 'There was 1 delivery attempt.' : `There were ${count} delivery attempts.`,
    again: (time: string) => `The next attempt is at ${time}.`,
    noMail: 'No e-mail was sent. You can create another link.',
    correct: 'Correct address',
    sendAgain: 'Invite again',
    newLink: 'New link',
    withdraw: 'Withdraw',
    /** The name of a button that stands in several rows. */
    of: (button: string, email: string) => `${button}: ${isolated(email)}`,
    withdrawTitle: (email: string) => `Withdraw the invitation for ${isolated(email)}?`,
    withdrawText: 'The invitation link will stop working. You can invite this person again later.',
    keep: 'Keep the invitation',
    withdrawn: (email: string) => `The invitation for ${isolated(email)} was withdrawn.`,
  },
  person: {
    gone: 'This person is not a member',
    goneLead: 'The person was removed, or has not accepted the invitation yet.',
    back: 'Back to all people',
    close: 'Close',
    headline: {
      none: (name: string) => `${isolated(name)} is not signed in.`,
      sessions: (name: string, count: number) =>
        count === 1 ? `${isolated(name)} has 1 open session.` : `${isolated(name)} has ${count} open sessions.`,
      unknown: (name: string) => `${isolated(name)}`,
    },
    unused: (count: number) =>
      count === 1 ? '1 session has not been used for 14 days.' : `${count} sessions have not been used for 14 days.`,
    since: (role: string, date: string) => `${role}, member since ${date}`,
    sessions: 'Sessions',
    sessionsWhat: 'the sessions of this person',
    noSessions: 'This person is not signed in anywhere.',
    onlyAdmins: 'Only admins can see where members are signed in.',
    aboveYours: 'Only owners can see where an owner is signed in.',
    own: 'Your own sessions are on your account page.',
    ownLink: 'Open your account',
    token: 'Script or app with a bearer token',
    used: (since: string, used: string, address: string | undefined) =>
      address ? `Signed in ${since}, last used ${used}, from ${address}` : `Signed in ${since}, last used ${used}`,
    revoke: 'Revoke',
    revokeOne: (device: string) => `Revoke session: ${device}`,
    revoked: 'The session was revoked.',
    revokeAll: 'Revoke all sessions',
    revokeAllTitle: (name: string) => `Revoke all sessions of ${isolated(name)}?`,
    revokeAllText:
      'The person will be signed out everywhere within a second, including in other organizations, and will receive an e-mail. Commands that were already sent are not cancelled. The password still works.',
    keepSessions: 'Keep the sessions',
    revokedAll: 'All sessions were revoked.',
    note: 'A revoked session ends within a second and receives no more live data. Commands that were already sent are not cancelled. To keep the person out, remove them as well, because the password still works.',
    role: 'Role',
    roleAside: 'admins and owners can change it',
    remove: (organization: string) => `Remove from ${isolated(organization)}`,
    leave: (organization: string) => `Leave ${isolated(organization)}`,
    stays: 'The name stays in the history.',
    removeTitle: (name: string, organization: string) => `Remove ${isolated(name)} from ${isolated(organization)}?`,
    leaveTitle: (organization: string) => `Leave ${isolated(organization)}?`,
    ends: [
      'Access to walls, signs and live data ends within a second.',
      'The person’s subscriptions in this organization are deleted, so the person receives no more messages from it.',
    ],
    withdraws: (count: number) =>
      count === 1
        ? '1 open invitation from this person will be withdrawn.'
        : `${count} open invitations from this person will be withdrawn.`,
    keeps:
      'The account, memberships in other organizations and the history remain. Commands that were already sent are not cancelled.',
    keep: 'Keep the member',
    stay: 'Stay a member',
    removed: (name: string) => `${isolated(name)} was removed.`,
    onlyAdminsRemove: 'Only admins can remove members.',
    aboveYoursRemove: 'Only owners can remove an owner.',
  },
};
