/** Where people come in: sign-in, a forgotten and a new password, an invitation. */
export const signInPages = {
  signIn: {
    title: 'Sign in',
    lead: 'To your walls and the signs on them.',
    leadFromPage: 'Your session has ended. Sign in, and you are back where you were.',
    forgotten: 'Forgotten?',
    button: 'Sign in',
    wrong:
      'E-mail and password don’t fit together. After ten tries in a minute we pause; the link above sets a new password.',
  },
  forgotPassword: {
    title: 'Forgotten password',
    lead: 'You get a link that sets a new one. It works once, for an hour.',
    button: 'Ask for the link',
    back: 'Back to signing in',
    done: 'If this address has an account, the service has written a mail with a link. If mail is set up, look in the inbox and in the spam folder. If it is not, ask the person who runs the service: they have the mail as a file.',
  },
  resetPassword: {
    title: 'New password',
    lead: 'Setting it signs you out everywhere.',
    button: 'Set the password',
    done: 'The password is set.',
    doneLead: 'You are signed out everywhere. Sign in with the new password.',
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
    degraded: 'Service up, with problems',
    down: 'Service down',
    unknown: 'Service not reached',
    claim: 'Claim with a phone',
  },
};
