import { loaderOf } from './words.ts';

/** The words that only the pages of clones and replaced devices have. */
export const loadDeviceWords = loaderOf({
  en: async () => (await import('./english-devices.ts')).englishDevices,
  de: async () => (await import('./german-devices.ts')).germanDevices,
});
