import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifiers';
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

interface Candidate {
  name: string;
  mac: string;
  physical: boolean;
}

function candidates(interfaces: readonly NetworkInterface[]): Candidate[] {
  return interfaces.flatMap(({ name, macAddress, physical }) => {
    const mac = normalizeMac(macAddress);
    return mac === null ? [] : [{ name, mac, physical }];
  });
}

const rank = ({ physical, mac }: Candidate): number => (physical ? (isLocal(mac) ? 1 : 0) : 2);

/**
 * The address that stands for this machine: of a physical interface, a universal (burned-in) one before a locally administered
 * (randomised) one; a virtual one only with `allowVirtual` and where nothing physical exists. Cables don't matter, and the order
 * of the list doesn't either: the lowest name wins. Null where there is none.
 */
export function chooseMac(interfaces: readonly NetworkInterface[], allowVirtual: boolean): string | null {
  const usable = candidates(interfaces)
    .filter((candidate) => candidate.physical || allowVirtual)
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.mac < b.mac ? -1 : 1));
  return usable[0]?.mac ?? null;
}

/**
 * `same`: an interface has the stored address, up or down. `foreign`: there are physical interfaces and none of them nor any other
 * has it. `inconclusive`: none can be listed that proves anything. A locally administered address says nothing against a burned-in
 * one: it may be the same card's, which a system service changes while it scans. Against another local one it counts, because a
 * machine that stored that has no other (a virtual one).
 */
export type HardwareCheck = 'same' | 'foreign' | 'inconclusive';

export function checkHardware(storedMac: string, interfaces: readonly NetworkInterface[]): HardwareCheck {
  const present = candidates(interfaces);
  if (present.some(({ mac }) => mac === storedMac)) return 'same';
  const counts = ({ physical, mac }: Candidate): boolean => physical && (isLocal(storedMac) || !isLocal(mac));
  return present.some(counts) ? 'foreign' : 'inconclusive';
}
