import { isolated } from '../isolate-direction.ts';

/** The settings of an organization. */
export const settings = {
  title: 'Organization settings',
  loading: 'Loading the settings',
  loadingWhat: 'the settings of this organization',
  only: 'Only admins can change the settings.',
  headline: {
    proof: 'Claims wait until the page has loaded.',
    noProof: 'Claims do not wait until the page has loaded.',
    hosts: (count: number) =>
      count === 0
        ? 'Every public host is allowed.'
        : count === 1
          ? '1 host is allowed.'
          : `${count} hosts are allowed.`,
    lead: 'Only admins can change these settings. Each change is in the audit log.',
    created: 'organization created',
  },
  fields: {
    name: 'Name',
    language: 'E-mail language',
    handshake: 'Page check for claims',
    hosts: 'Allowed hosts',
    secondFactor: 'Two-step sign-in',
  },
  languageHint: 'For members who have not chosen a language for their account.',
  languages: { '': 'Not set (English)', en: 'English', de: 'Deutsch' } as Record<string, string>,
  proof: {
    lead: 'The sign loads the page first. Only then does it belong to the event.',
    on: 'On',
    off: 'Off',
    onAside: 'page checked',
    offAside: 'page not checked',
    onPoints: [
      '“Claimed” on the phone means that the page was shown on the sign.',
      'If the page fails to load, no record is created, and the sign shows its code again.',
      'The claim takes as long as the page takes to load, 20 s at most.',
    ],
    offPoints: [
      '“Claimed” appears immediately, even if the sign is slow.',
      'If the page fails to load, the sign still counts as claimed.',
      'A person has to check each sign.',
    ],
    follow: (isOn: boolean) => `Same as the service default: ${isOn ? 'on' : 'off'}`,
    foot: 'A change affects only new claims. Signs that are already claimed stay as they are.',
    values: { true: 'On', false: 'Off', '': 'Service default' } as Record<string, string>,
  },
  secondFactor: {
    lead: 'If two-step sign-in is required, only people who signed in with a code or a passkey can open this organization.',
    label: 'Require two-step sign-in for all members',
    without: (count: number) =>
      count === 0
        ? 'All members have turned on two-step sign-in.'
        : count === 1
          ? '1 member has not turned on two-step sign-in. If it is required, this member has no access until it is on.'
          : `${count} members have not turned on two-step sign-in. If it is required, they have no access until they turn it on.`,
    foot: 'Sessions that were opened with a password alone lose access within a second. Messages to these members are still delivered.',
    owners: 'Only owners can change this.',
    turnOn: 'You can change this when two-step sign-in is on for your own account.',
    signInAgain: 'You signed in with the password alone. To change this, sign out and sign in with a code.',
    toAccount: 'Open two-step sign-in of your account',
    values: { true: 'Required', false: 'Not required' } as Record<string, string>,
  },
  hosts: {
    lead: 'If the list is empty, every public page is allowed. Pages that are already on screen stay. The list is checked the next time a page is changed.',
    every: 'The list is empty, so every public page is allowed.',
    kinds: { host: 'only this host', wild: 'all subdomains', all: 'every public host' },
    use: (hosts: number, signs: number) =>
      `${hosts === 1 ? '1 host in use' : `${hosts} hosts in use`}, on ${signs === 1 ? '1 sign' : `${signs} signs`}`,
    unused: 'not in use',
    unsaved: 'not saved yet',
    remove: (host: string) => `Remove ${host}`,
    add: 'Add',
    addLabel: 'Add a host',
    wrong: 'Type a host like menu.example, or *.menu.example for its subdomains.',
    double: 'This host is already in the list.',
    lost: (host: string, signs: number, schedules: number) =>
      `${host} will no longer be allowed. ${signs === 1 ? '1 sign' : `${signs} signs`} and ${schedules === 1 ? '1 schedule' : `${schedules} schedules`} use pages from this host.`,
    lostFoot: 'These pages stay on screen, but the next change to one of them will be refused.',
    found: 'In use',
    notAllowed: 'not allowed',
  },
  check: {
    title: 'Would this page be allowed?',
    label: 'Page to check',
    button: 'Check',
    now: 'Now:',
    after: 'After saving:',
    yes: (rule: string | null) => (rule === null ? 'allowed.' : `allowed by the rule ${rule}.`),
    no: (why: string) => `not allowed. ${why}`,
    notListed: (host: string) => `${host} is not in the list.`,
    notPage: 'This is not a web address. It has to start with http:// or https://.',
    everyPublic: 'allowed if the host is public.',
  },
  usage: {
    title: 'Usage and limits',
    signs: 'Signs',
    events: 'Events',
    schedules: 'Schedules',
    storageBytes: 'Screenshots',
    of: (used: string, most: string) => `${used} of ${most}`,
    noLimit: (used: string) => `${used}, no limit`,
    full: 'The limit has been reached.',
    lead: 'The operator of the service sets the limits.',
  },
  failed: {
    title: 'Failed messages',
    what: 'the failed messages',
    only: 'Only admins can see messages that were not delivered.',
    none: 'All messages were delivered or are still being sent.',
    channels: { email: 'E-mail', push: 'Push', inbox: 'Inbox' } as Record<string, string>,
    to: (name: string, time: string) => `Delivery to ${isolated(name)} failed ${time}.`,
    tried: (count: number) =>
      count === 1 ? 'There was 1 delivery attempt.' : `There were ${count} delivery attempts.`,
    retry: 'Send again',
    retryOf: (button: string, title: string) => `${button}: ${isolated(title)}`,
    retried: 'The message is being sent again.',
    more: 'Show older messages',
  },
  save: 'Save',
  saved: 'The settings were saved.',
  unchanged: 'There is nothing to save.',
  version: (version: number, name: string | undefined, time: string) =>
    name ? `Version ${version}, saved by ${isolated(name)}, ${time}` : `Version ${version}, saved ${time}`,
};
