import { isOwnMachineHost } from '@sign-display/contracts/loopback-hosts';
import { claimAddress } from './claim-url.ts';

/** The command that starts a kiosk for this service. */
export interface KioskCommand {
  command: string;
  /** The service uses its own authority, so the kiosk needs that certificate. */
  needsAuthority: boolean;
  /** Other computers can't reach the service. */
  isOnlyHere: boolean;
}

/** A name for which no public authority issues certificates: an IP address, `hall.local`, `server`. */
const OWN_NAME = /^(?:[\d.]+|\[.*\]|[^.]+|.+\.(?:local|internal|lan|home\.arpa))$/;

/** `origin`: the origin by which this browser reached the service. Pure. */
export function kioskCommand(me: { claimUrl?: string }, origin: string): KioskCommand {
  const reached = claimAddress(me, origin);
  const { origin: server, protocol, hostname } = new URL(reached ?? origin);
  const isOnlyHere = reached === null || isOwnMachineHost(hostname);
  const needsAuthority = protocol === 'https:' && OWN_NAME.test(hostname);
  const parts = [
    `npm run kiosk -- --server ${server}`,
    ...(needsAuthority ? ['--ca authority.crt'] : []),
    ...(isOnlyHere ? ['--windowed'] : []),
  ];
  return { command: parts.join(' '), needsAuthority, isOnlyHere };
}
