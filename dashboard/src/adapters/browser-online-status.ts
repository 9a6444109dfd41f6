/** What the browser says of the network (`NetworkWord` of api/connectivity.ts). */
export const browserNetwork = {
  isThere: () => navigator.onLine,
  onChange(told: () => void) {
    addEventListener('online', told);
    addEventListener('offline', told);
  },
};
