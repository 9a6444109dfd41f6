import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createAllowances } from '../flow/token-bucket.ts';
import { addressKey } from '../http/rate-limits.ts';

/** The place that one connection takes. */
export interface Place {
  /** It has proved its device's secret, or was let into a namespace. May be called again. */
  authorized(): void;
  /** It has ended. May be called again. */
  closed(): void;
}

/** Each connection that an address may have may ask once in this time; a whole fleet at once. */
const WHOLE_AGAIN_AFTER_MS = 60_000;

/**
 * How many connections one address may have, and how often it may ask to be let in (contract, section 5, row "Socket"; promise A5).
 *
 * An IPv6 address counts as its /64.
 */
export function createAddressLimits(
  clock: Clock,
  { socketsPerAddress, unauthorizedPerAddress }: { socketsPerAddress: number; unauthorizedPerAddress: number },
) {
  /** Of each address that has a connection. */
  const uses = new Map<string, { sockets: number; unauthorized: number }>();
  const connects = createAllowances(clock, { atOnce: socketsPerAddress, wholeAgainAfterMs: WHOLE_AGAIN_AFTER_MS });

  return {
    /** Takes a connection in, until its `closed` is called; or says what the address has too much of. */
    open(address: string): Place | 'sockets' | 'unauthorized' {
      const key = addressKey(address);
      const use = uses.get(key) ?? { sockets: 0, unauthorized: 0 };
      if (use.sockets >= socketsPerAddress) return 'sockets';
      if (use.unauthorized >= unauthorizedPerAddress) return 'unauthorized';
      uses.set(key, use);
      use.sockets += 1;
      use.unauthorized += 1;
      let isAuthorized = false;
      let isClosed = false;
      const authorized = (): void => {
        if (!isAuthorized) use.unauthorized -= 1;
        isAuthorized = true;
      };
      return {
        authorized,
        closed() {
          if (isClosed) return;
          isClosed = true;
          authorized();
          use.sockets -= 1;
          if (use.sockets === 0) uses.delete(key);
        },
      };
    },
    /** Counts a CONNECT of the address. How long until it may send one where this is one too many, else null. */
    connect: (address: string): number | null => connects.take(addressKey(address)),
  };
}

export type AddressLimits = ReturnType<typeof createAddressLimits>;
