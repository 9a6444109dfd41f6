import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** How many of the chosen signs have a device, and how many are online now. Pure. */
export function countReachable(signs: readonly Pick<SignRow, 'device' | 'presence'>[]): {
  all: number;
  devices: number;
  online: number;
} {
  const devices = signs.filter(({ device }) => device !== null);
  return {
    all: signs.length,
    devices: devices.length,
    online: devices.filter(({ presence }) => presence === 'online').length,
  };
}
