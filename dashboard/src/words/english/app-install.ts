/** The app on a phone: without a network, and when there is a newer one. */
export const installable = {
  offline:
    'You are offline. A claim that you started is saved on this phone and continues when you are online again. A new claim needs a network connection.',
  serviceAway:
    'The service can’t be reached. A claim that you started is saved on this phone and continues when the service is available again.',
  newer: 'A newer version of the app is available.',
  reload: 'Reload the app',
};
