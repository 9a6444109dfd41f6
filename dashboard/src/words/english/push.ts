/** Notifications by Web Push in this browser, and test messages. */
export const push = {
  title: 'Notifications in this browser',
  states: {
    off: 'Push notifications are off for this service, because push services require a contact address. Ask the person who runs the service to set PUSH_CONTACT.',
    insecure: 'Browsers only allow notifications over https. Open this service at its https address.',
    'install-first':
      'On an iPhone or iPad, only an installed app can show notifications. This needs iOS 16.4 or later.',
    unsupported: 'This browser can’t show push notifications. Use a current Chrome, Edge, Firefox or Safari.',
    denied: 'Notifications from this service are blocked in this browser. You can allow them again:',
    on: 'This browser shows your notifications, even when this service is not open in it.',
    stopped: 'This browser no longer gets notifications: its push service says that the registration is gone.',
    offered: 'This browser does not show your notifications yet.',
  },
  installSteps: [
    'In the browser, tap Share.',
    'Choose “Add to Home Screen”.',
    'Open the app from the Home Screen, sign in, and open your account there.',
  ],
  allowSteps: [
    'Open the site settings with the icon next to the address of this page.',
    'Set Notifications to Allow.',
    'Reload this page.',
  ],
  allowStepsOfApp: [
    'Open the Settings app, and there Notifications.',
    'Choose this app and allow notifications.',
    'Open this app again.',
  ],
  turnOn: 'Turn on notifications',
  turnOnAgain: 'Turn on again',
  turnOff: 'Turn off',
  turnedOn: 'Notifications are on in this browser.',
  turnedOff: 'Notifications are off in this browser.',
  dismissed: 'Nothing has changed: your browser’s question was closed without an answer.',
  failed: 'The browser could not register for notifications. Check the network connection and try again.',
  elsewhere: (count: number) =>
    count === 1 ? '1 other browser gets your notifications.' : `${count} other browsers get your notifications.`,
  test: {
    title: 'Test message',
    event: 'Event',
    send: 'Send me a test',
    sending: 'Sending the test message. The results arrive within 10 seconds.',
    none: 'You are not subscribed to this event, so no test message was sent.',
    results: 'Results of the test message',
    channels: { email: 'E-mail', push: 'Push', inbox: 'Inbox' },
    accepted: {
      email: 'The mail server accepted the message.',
      inbox: 'The message is in your inbox.',
    },
    browsers: (accepted: number, all: number) =>
      all === 1
        ? 'The push service of your browser accepted the message.'
        : `The push services of ${accepted} of ${all} browsers accepted the message.`,
    outbox: 'Mail is not set up, so the message was only written to a file.',
    late: 'No response within 8 seconds. The message may still arrive.',
    off: 'Push notifications are off for this service.',
    noBrowser: 'No browser is registered for your notifications.',
    stopped: (count: number) =>
      count === 1
        ? '1 browser has stopped: its push service says that the registration is gone.'
        : `${count} browsers have stopped: their push services say that the registrations are gone.`,
    stoppedHere: 'This browser is one of them.',
  },
};
