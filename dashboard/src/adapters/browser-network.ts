/** What the browser says of the network (`NetworkWord` of api/online.ts). */
export const browserNetwork = {
  isThere: () => navigator.onLine,
  onChange(told: () => void) {
    addEventListener('online', told);
    addEventListener('offline', told);
  },
};
