/** The app on a phone: without a network, and when there is a newer one. */
export const installable = {
  offline:
    'You are offline. A claim that you began is kept on this phone and goes on when you are back; a new one needs the network.',
  serviceAway:
    'The service can’t be reached. A claim that you began is kept on this phone and goes on when the service is back.',
  newer: 'There is a newer version of the app.',
  reload: 'Reload the app',
};
