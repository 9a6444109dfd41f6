import { claimAddress, isLoopback } from './claim-address.ts';

/** How a kiosk is started for this service. */
export interface KioskCommand {
  command: string;
  /** The service vouches for itself: the kiosk needs its authority's certificate. */
  needsAuthority: boolean;
  /** Other computers can't reach the service. */
  isOnlyHere: boolean;
}

/** A name that no public authority vouches for: a number, `hall.local`, `server`. */
const OWN_NAME = /^(?:[\d.]+|\[.*\]|[^.]+|.+\.(?:local|internal|lan|home\.arpa))$/;

/** `origin`: as this browser has reached the service. Pure. */
export function kioskCommand(me: { claimUrl?: string }, origin: string): KioskCommand {
  const reached = claimAddress(me, origin);
  const { origin: server, protocol, hostname } = new URL(reached ?? origin);
  const isOnlyHere = reached === null || isLoopback(hostname);
  const needsAuthority = protocol === 'https:' && OWN_NAME.test(hostname);
  const parts = [
    `npm run kiosk -- --server ${server}`,
    ...(needsAuthority ? ['--ca authority.crt'] : []),
    ...(isOnlyHere ? ['--windowed'] : []),
  ];
  return { command: parts.join(' '), needsAuthority, isOnlyHere };
}
