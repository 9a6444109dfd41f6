import type { englishDevices } from './english-devices.ts';
import { devices } from './german/devices.ts';

export const germanDevices: typeof englishDevices = { devices };
