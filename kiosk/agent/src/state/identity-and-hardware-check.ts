import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { NetworkInterface, Random } from '../ports.ts';
import type { Identity } from './stored-document.ts';

/** Who this sign is, and whether it still stands on its own hardware (contract, section 1; promise K1). */

/**
 * The signId and the secret of a new sign: created once, at the first boot of an install. `macAddress`: the address if
 * there is no network card (`Shell.macAddressOf`).
 */
export type FreshIdentity = Pick<Identity, 'signId' | 'deviceSecret'> & Partial<Pick<Identity, 'macAddress'>>;

export function makeFreshIdentity(random: Random, macAddressOf?: (signId: string) => string): FreshIdentity {
  const fresh = { signId: makeUuidV4(random), deviceSecret: makeSecret(random) };
  return macAddressOf ? { ...fresh, macAddress: macAddressOf(fresh.signId) } : fresh;
}

const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/;
const firstByte = (mac: string): number => Number.parseInt(mac.slice(0, 2), 16);
const isGroup = (mac: string): boolean => (firstByte(mac) & 1) === 1;
const isLocal = (mac: string): boolean => (firstByte(mac) & 2) === 2;

/** As the contract writes it; null for what is no hardware address of one station (loopback and tunnels say zeros). */
export function normalizeMac(text: string): string | null {
  const mac = text.toLowerCase().replace(/-/g, ':');
  return MAC.test(mac) && mac !== '00:00:00:00:00:00' && !isGroup(mac) ? mac : null;
}

type Address = Pick<NetworkInterface, 'macAddress' | 'madeUp'>;

/**
 * The system made this address up, or somebody set it: it names no card. A locally administered address counts in any case, because
 * some boards draw one before the system starts.
 */
export const isMadeUp = ({ macAddress, madeUp }: Address): boolean => madeUp === true || isLocal(macAddress);

/** The lower, the better an interface stands for its machine: physical, then with a permanent address, then built in. */
export const rankInterface = (one: Address & Pick<NetworkInterface, 'physical' | 'removable'>): number =>
  (one.physical ? 0 : 4) + (isMadeUp(one) ? 2 : 0) + (one.removable === true ? 1 : 0);

/** Those with an address of one station. */
const candidates = (interfaces: readonly NetworkInterface[]): NetworkInterface[] =>
  interfaces.flatMap((one) => {
    const macAddress = normalizeMac(one.macAddress);
    return macAddress === null ? [] : [{ ...one, macAddress }];
  });

/**
 * The address that stands for this machine: of the interface that `rankInterface` puts first, and a virtual one only with `allowVirtual`.
 * Cables don't matter, and the order of the list doesn't either: the lowest name wins. Null where there is none.
 */
export function chooseMac(interfaces: readonly NetworkInterface[], allowVirtual: boolean): string | null {
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const usable = candidates(interfaces)
    .filter(({ physical }) => physical || allowVirtual)
    .sort((a, b) => rankInterface(a) - rankInterface(b) || order(a.name, b.name) || order(a.macAddress, b.macAddress));
  return usable[0]?.macAddress ?? null;
}

/**
 * `same`: an interface has the stored address, up or down. `foreign`: the stored address is permanent, and the physical interfaces have
 * other permanent ones. `inconclusive`: the stored address is made up, or all that can be listed are, or no physical interface can be
 * listed. A made-up address says nothing against a permanent one: it may be the same card's.
 */
export type HardwareCheck = 'same' | 'foreign' | 'inconclusive';

/** `storedMadeUp`: the interface was known to have a made-up address when it was stored. */
export function checkHardware(
  storedMac: string,
  interfaces: readonly NetworkInterface[],
  storedMadeUp = false,
): HardwareCheck {
  const present = candidates(interfaces);
  if (present.some(({ macAddress }) => macAddress === storedMac)) return 'same';
  if (isMadeUp({ macAddress: storedMac, madeUp: storedMadeUp })) return 'inconclusive';
  return present.some((one) => one.physical && !isMadeUp(one)) ? 'foreign' : 'inconclusive';
}

/** Whether the interface with this address says that it is made up. */
export const isMadeUpAmong = (interfaces: readonly NetworkInterface[], mac: string): boolean =>
  candidates(interfaces).some((one) => one.macAddress === mac && isMadeUp(one));
