/** Where people come in: sign-in, a forgotten and a new password, an invitation. */
export const signInPages = {
  signIn: {
    title: 'Sign in',
    lead: 'Sign in to see your walls and signs.',
    leadFromPage: 'Your session has ended. Sign in to return to where you were.',
    forgotten: 'Forgot password?',
    button: 'Sign in',
    wrong:
      'The e-mail address or the password is wrong. After ten attempts in a minute, signing in is paused. You can set a new password with the link above.',
  },
  firstPassword: {
    title: 'Choose a password',
    lead: 'The password that the service printed at startup is only for signing in the first time. Choose your own password to continue to the page that you opened.',
    printed: 'Initial password',
  },
  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'We will send you a link to set a new password. The link works once and expires after an hour.',
    button: 'Send link',
    back: 'Back to signing in',
    done: 'If there is an account with this address, the service has created an e-mail with a link. Check your inbox and your spam folder. If mail is not set up, the e-mail was not sent but saved as a file: ask the operator of the service for the link.',
  },
  resetPassword: {
    title: 'New password',
    lead: 'When you set a new password, you will be signed out everywhere.',
    button: 'Set password',
    done: 'Your password was changed.',
    doneLead: 'You have been signed out everywhere. Sign in with the new password.',
    dead: 'This link no longer works.',
    deadLead: 'The link was already used, or it is older than an hour. Your password has not changed.',
    again: 'Request a new link',
  },
  invitation: {
    title: (organization: string) => `Join ${organization}`,
    lead: (role: string, email: string) => `Your invitation is for the address ${email}, with the role ${role}.`,
    button: 'Join',
    hasAccount: 'There is already an account with this address. Sign in with it to join.',
    other: (email: string) =>
      `You are signed in as ${email}. This invitation is for a different address. Sign out first.`,
    dead: 'This invitation is no longer valid.',
    deadLead: 'The invitation was used or withdrawn, or it is older than 7 days. Ask for a new invitation.',
  },
  foot: {
    up: 'Service running',
    degraded: 'Service running with problems',
    down: 'Service down',
    unknown: 'Service not reachable',
    claim: 'Claim with a phone',
  },
};
