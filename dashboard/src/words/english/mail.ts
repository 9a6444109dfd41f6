/** What the wall says to system owners while mail is not set up. */
export const mail = {
  lead: 'Messages go to the inbox, and as files into the outbox folder.',
  notNow: 'Not now',
  setUp: 'Set up mail',
  close: 'Close the steps',
  foot: 'Mail is not set up.',
  inbox: 'always',
  push: 'to browsers and phones that allow it, on https',
  files: 'as files in the outbox, sent to nobody',
  ask: 'Ask your mail provider for its SMTP address',
  askLead: 'It looks like this:',
  start: 'Start the service with these two settings',
  startLead: 'Stop it with Ctrl-C first. The signs keep showing their pages meanwhile.',
};
