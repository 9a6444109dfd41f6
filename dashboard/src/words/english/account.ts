/** The account of who is signed in: name, password, sessions. */
export const account = {
  title: 'Account',
  lead: 'Your name as others see it, your password, and the sessions in which you are signed in.',
  emailHint: 'You sign in with this address. It can’t be changed here.',
  rename: 'Save name',
  renamed: 'Your name was saved.',
  currentPassword: 'Current password',
  wrongPassword: 'The current password is wrong.',
  changePassword: 'Change password',
  passwordChanged: 'Your password was changed, and your other sessions were ended.',
  sessions: 'Sessions',
  sessionCount: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  device: (browser: string, system: string | undefined) => (system ? `${browser} on ${system}` : browser),
  script: 'Script or app',
  thisOne: 'this session',
  since: (time: string, address: string | undefined) => (address ? `Since ${time}, from ${address}` : `Since ${time}`),
  end: 'Revoke',
  endOne: (device: string) => `Revoke ${device}`,
  ended: 'The session was revoked.',
  sessionsLead:
    'A revoked session ends within a second and receives no more live data. Commands that were already sent are not cancelled.',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllText:
    'This ends all your sessions, including this one. Your signs keep showing their pages, and commands that were already sent are not cancelled.',
  stay: 'Stay signed in',
};
