import type { english } from './english.ts';
import { devices } from './english/devices.ts';

/** The words of the pages of clones and replaced devices, in English. They are no part of `english`: other pages do not load them. */
export const englishDevices = { devices };

export type DeviceWords = typeof english & typeof englishDevices;
