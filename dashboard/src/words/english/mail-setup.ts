/** What the wall says to system owners while mail is not set up. */
export const mail = {
  lead: 'Messages are delivered to the inbox and saved as files in the outbox folder.',
  notNow: 'Not now',
  setUp: 'Set up mail',
  close: 'Hide the steps',
  foot: 'Mail is not set up.',
  inbox: 'works without setup',
  push: 'to browsers and phones that allow push notifications, over HTTPS',
  files: 'saved as files in the outbox, not sent',
  ask: 'Ask your mail provider for the SMTP address',
  askLead: 'The address looks like this:',
  start: 'Start the service with these two settings',
  startLead: 'Stop the service with Ctrl-C first. The signs keep showing their pages.',
};
