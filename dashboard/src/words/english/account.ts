/** The account of who is signed in: name, password, sessions. */
export const account = {
  title: 'Account',
  lead: 'Your name as others see it, your password, and where you are signed in.',
  emailHint: 'You sign in with this address. It can’t be changed here.',
  rename: 'Save the name',
  renamed: 'Your name is saved.',
  currentPassword: 'Current password',
  wrongPassword: 'The current password is wrong.',
  changePassword: 'Change the password',
  passwordChanged: 'The password is changed, and your other sessions have ended.',
  sessions: 'Sessions',
  sessionCount: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  device: (browser: string, system: string | undefined) => (system ? `${browser} on ${system}` : browser),
  script: 'A script or an app',
  thisOne: 'this one',
  since: (time: string, address: string | undefined) => (address ? `Since ${time}, from ${address}` : `Since ${time}`),
  end: 'Revoke',
  endOne: (device: string) => `Revoke ${device}`,
  ended: 'The session is revoked.',
  sessionsLead:
    'A revoked session ends within a second and receives no more live data. Commands that it already sent are not taken back.',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllText:
    'All your sessions end, this one included. Your signs keep showing their pages, and commands already sent are not taken back.',
  stay: 'Stay signed in',
};
