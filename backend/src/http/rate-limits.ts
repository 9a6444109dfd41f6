import type { Clock } from '@sign-display/contracts/clock-and-random';
import { forgetOldest } from '../flow/bound-map-size.ts';
import type { RestRefusal } from './problem.ts';

const WINDOW_MS = 60_000;
/** So many keys are kept, some megabytes. */
const MOST_KEYS = 20_000;

interface Window {
  startedAtMs: number;
  taken: number;
}

/**
 * At most `perMinute` requests of one key in a minute that begins with its first (contract, section 5). Each node counts for itself: what
 * the limit protects is the node. Refused requests don't lengthen the wait.
 */
export function createRateLimit(clock: Clock, perMinute: number) {
  const windows = new Map<string, Window>();

  return {
    /** Counts one request of `key`; the refusal (`rate_limited`) where it is one too many. */
    take(key: string): RestRefusal | null {
      const now = clock.monotonicMs();
      let window = windows.get(key);
      if (window === undefined || now - window.startedAtMs >= WINDOW_MS) {
        windows.delete(key);
        window = { startedAtMs: now, taken: 0 };
        windows.set(key, window);
        forgetOldest(windows, MOST_KEYS, ({ startedAtMs }) => now - startedAtMs >= WINDOW_MS);
      }
      window.taken += 1;
      if (window.taken <= perMinute) return null;
      return { code: 'rate_limited', retryAfterMs: Math.ceil(window.startedAtMs + WINDOW_MS - now) };
    },
  };
}

export const NO_REQUEST_LIMITS: RequestLimits = { ofCaller: () => null, ofAddress: () => null, ofGuess: () => null };

/** Several browsers and a phone; and of an address with many people behind it those who are not signed in. */
const SESSIONS_TOGETHER = 3;

/**
 * What a caller, or whoever is none, may ask of the API in a minute (contract, section 5): counted when a request comes, before it is read, so
 * that malformed ones count too.
 */
export function createRequestLimits(
  clock: Clock,
  { requestsPerMinute: perMinute, signInsPerMinute }: { requestsPerMinute: number; signInsPerMinute: number },
) {
  const sessions = createRateLimit(clock, perMinute);
  const people = createRateLimit(clock, SESSIONS_TOGETHER * perMinute);
  const refusedSessions = createRateLimit(clock, perMinute);
  const addresses = createRateLimit(clock, SESSIONS_TOGETHER * perMinute);
  const guesses = createRateLimit(clock, signInsPerMinute);
  return {
    /**
     * One more request of somebody who is signed in: of the session, and of all their sessions together. What is one too many is told after what is
     * malformed (contract, section 2), so the request is read; past twice as many it `isCut`: refused before it is read, whatever it holds.
     */
    ofCaller(caller: { sessionId: string; userId: string }): { refusal: RestRefusal; isCut: boolean } | null {
      // What the session is refused does not count for the person: one runaway tab leaves the others theirs.
      const refusal = sessions.take(caller.sessionId) ?? people.take(caller.userId);
      return refusal && { refusal, isCut: refusedSessions.take(caller.sessionId) !== null };
    },
    /** One more request of nobody: of the address. */
    ofAddress: (ip: string): RestRefusal | null => addresses.take(addressKey(ip)),
    /**
     * One more request by which a stranger may guess a password or mail others (`limitedByAddress`): of the address, one count for all such routes.
     * Whoever guesses may not begin anew at the next.
     */
    ofGuess: (ip: string): RestRefusal | null => guesses.take(addressKey(ip)),
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

const V4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What one address counts as: an IPv4 address itself, of an IPv6 address the /64 that it is in, because whoever has one has them all.
 */
export function addressKey(ip: string): string {
  const mapped = V4_MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
