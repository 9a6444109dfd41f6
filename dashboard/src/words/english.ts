/** Every word of the pages in English, which is the first language: the others have the same keys. What takes a part is a function of it. */
export const english = {
  language: 'en',
  product: 'Sign Display Service',

  email: 'E-mail',
  name: 'Name',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHint: 'At least 10 characters. A few words are easy to keep and hard to guess.',
  roles: { viewer: 'Viewer', operator: 'Operator', admin: 'Admin', owner: 'Owner' },

  /** A status beside its mark: facts of a sign, and how far a command is. */
  marks: {
    online: 'Online',
    offline: 'Offline',
    unlinked: 'Unlinked',
    unstable: 'Unstable',
    held: 'Verdict waits',
    showing: 'Showing',
    idle: 'Idle',
    loading: 'Loading',
    content_unreachable: 'Content unreachable',
    content_error: 'Content error',
    none: 'Nothing known',
    foreground: 'Foreground',
    background: 'Background',
    blank: 'Screen blank',
    unknown: 'Not known',
    queued: 'Queued',
    sent: 'Sent',
    acked: 'Done',
    failed: 'Failed',
    expired: 'Expired',
    refused: 'Refused',
  },

  signIn: {
    title: 'Sign in',
    lead: 'To your walls and the signs on them.',
    leadFromPage: 'You are signed out. Sign in, and you are back where you were.',
    forgotten: 'Forgotten?',
    button: 'Sign in',
    wrong:
      'E-mail and password don’t fit together. After ten tries in a minute we pause; the link above sets a new password.',
  },
  forgotPassword: {
    title: 'Forgotten password',
    lead: 'We mail you a link that sets a new one. It works once, for an hour.',
    button: 'Mail me the link',
    back: 'Back to signing in',
    done: 'If this address has an account, a mail with a link is on its way. It may lie in the spam folder.',
  },
  resetPassword: {
    title: 'New password',
    lead: 'Setting it signs you out everywhere.',
    button: 'Set the password',
    done: 'The password is set.',
    doneLead: 'You are signed out everywhere. Sign in with it.',
    dead: 'This link doesn’t work any more.',
    deadLead: 'It was used already, or is older than an hour. Your password is as it was.',
    again: 'Ask for another link',
  },
  invitation: {
    title: (organization: string) => `Join ${organization}`,
    lead: (role: string, email: string) => `You are invited as ${role}, with ${email}.`,
    button: 'Join',
    hasAccount: 'There is an account with this address. Sign in with it, then join.',
    other: (email: string) => `You are signed in as ${email}. The invitation is for another address: sign out first.`,
    dead: 'This invitation doesn’t work any more.',
    deadLead: 'It was used or withdrawn, or is older than 7 days. Ask who invited you for another one.',
  },
  foot: {
    up: 'Service up',
    degraded: 'Service up, with trouble',
    down: 'Service down',
    unknown: 'Service not reached',
    claim: 'Claim with a phone',
  },
  home: {
    title: 'Your walls',
    signOut: 'Sign out',
    noEvent: 'Which event hangs these signs?',
    noEventLead: 'An event gives signs a place, a time zone and people who are told. You can rename it later.',
    noOrganization: 'You belong to no organization yet.',
    noOrganizationLead: 'Ask an admin of yours for an invitation: its mail has a link that brings you in.',
  },
  missing: {
    title: 'There is no page here.',
    lead: 'The address may be mistyped, or what it led to is gone.',
    home: 'To your walls',
  },
  later: {
    title: 'This page is not built yet.',
    lead: 'Its address is right and stays. What it will show can be asked of the API meanwhile.',
    api: 'The API',
  },
  /** What happened and what to do, for whatever page it happens on. */
  trouble: {
    unreachable: 'The service can’t be reached. Check your connection, then try again.',
    unavailable: 'The service is busy. Try again in a moment.',
    internal: 'We made a mistake, and it is recorded. Try again.',
    rateLimited: (seconds: number) => `That was often. Wait ${seconds} s, then try again.`,
    field: 'One field needs another look.',
    tryAgain: 'Try again',
  },
};

export type Words = typeof english;
