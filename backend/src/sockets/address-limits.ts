import type { Clock } from '@sign-display/contracts/ports';
import { addressKey } from '../http/rate-limits.ts';

/** How many connections one address may have, and how often it may ask to be let in (contract, section 5, row "Socket"; promise A5). */
export interface AddressLimits {
  /** Takes a connection in, until its `closed` is called; or says what the address has too much of. */
  open(address: string): Place | 'sockets' | 'unauthorized';
  /** Counts a CONNECT of the address. How long until it may send one where this is one too many, else null. */
  connect(address: string): number | null;
}

/** The place that one connection takes. */
export interface Place {
  /** It has proved its device's secret, or was let into a namespace. May be called again. */
  authorized(): void;
  /** It has ended. May be called again. */
  closed(): void;
}

/** Each connection that an address may have may ask once in this time; a whole fleet at once. */
const WHOLE_AGAIN_AFTER_MS = 60_000;
/** So many addresses without a connection are kept. */
const MOST_QUIET = 20_000;

interface Use {
  sockets: number;
  unauthorized: number;
  /** When the budget of CONNECTs is whole again, monotonic: as far ahead of now as much is used of it. */
  wholeAtMs: number;
}

/** An IPv6 address counts as its /64. */
export function createAddressLimits(
  clock: Clock,
  { socketsPerAddress, unauthorizedPerAddress }: { socketsPerAddress: number; unauthorizedPerAddress: number },
): AddressLimits {
  const uses = new Map<string, Use>();
  const perConnectMs = WHOLE_AGAIN_AFTER_MS / socketsPerAddress;
  let quiet = 0;

  function useOf(key: string): Use {
    const known = uses.get(key);
    if (known) return known;
    const use = { sockets: 0, unauthorized: 0, wholeAtMs: -Infinity };
    uses.set(key, use);
    return use;
  }

  /** Those that lose nothing by it; where that is not enough, all that have no connection. */
  function forget(): void {
    const now = clock.monotonicMs();
    quiet = 0;
    for (const [key, { sockets, wholeAtMs }] of uses) {
      if (sockets > 0) continue;
      if (wholeAtMs <= now) uses.delete(key);
      else quiet += 1;
    }
    if (quiet <= MOST_QUIET / 2) return;
    for (const [key, { sockets }] of uses) if (sockets === 0) uses.delete(key);
    quiet = 0;
  }

  return {
    open(address) {
      const key = addressKey(address);
      const use = useOf(key);
      if (use.sockets >= socketsPerAddress) return 'sockets';
      if (use.unauthorized >= unauthorizedPerAddress) return 'unauthorized';
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
          if (use.sockets > 0) return;
          quiet += 1;
          if (quiet > MOST_QUIET) forget();
        },
      };
    },
    connect(address) {
      const use = useOf(addressKey(address));
      const now = clock.monotonicMs();
      const nextWholeAtMs = Math.max(use.wholeAtMs, now) + perConnectMs;
      const waitMs = nextWholeAtMs - now - WHOLE_AGAIN_AFTER_MS;
      // Less than a thousandth is what adding fractions leaves.
      if (waitMs >= 0.001) return Math.ceil(waitMs);
      use.wholeAtMs = nextWholeAtMs;
      return null;
    },
  };
}
