import type { Clock } from '@sign-display/contracts/clock-and-random';

interface Read<Value> {
  value: Promise<Value>;
  version: number;
  /** By the monotonic clock. */
  startedMs: number;
  isOver: boolean;
}

/** What is kept at most: the oldest goes. */
const KEPT_MOST = 1_000;

/**
 * Has `read` answer for all who ask for a key while nothing changes: an answer is given to whoever asks as long as `versionOf` is what it was when the read
 * of it began, and for `keptMs` from then on. Otherwise it is read anew, once for all who ask meanwhile, and of one key never twice at once.
 * A read that failed is not kept.
 */
export function createCachedRead<Value>(deps: {
  clock: Pick<Clock, 'monotonicMs'>;
  keptMs: number;
  read(key: string): Promise<Value>;
}) {
  const { clock, keptMs, read } = deps;
  const reads = new Map<string, Read<Value>>();
  const waiting = new Map<string, Promise<Value>>();

  function start(key: string, versionOf: () => number): Promise<Value> {
    const begun: Read<Value> = {
      value: read(key),
      version: versionOf(),
      startedMs: clock.monotonicMs(),
      isOver: false,
    };
    reads.delete(key);
    if (reads.size >= KEPT_MOST) reads.delete(reads.keys().next().value!);
    reads.set(key, begun);
    begun.value.then(
      () => (begun.isOver = true),
      () => {
        begun.isOver = true;
        if (reads.get(key) === begun) reads.delete(key);
      },
    );
    return begun.value;
  }

  return async (key: string, versionOf: () => number): Promise<Value> => {
    const known = reads.get(key);
    if (!known) return await start(key, versionOf);
    if (known.version === versionOf() && clock.monotonicMs() - known.startedMs < keptMs) return await known.value;
    if (known.isOver) return await start(key, versionOf);
    const next =
      waiting.get(key) ??
      known.value
        .catch(() => {})
        .then(() => {
          waiting.delete(key);
          return start(key, versionOf);
        });
    waiting.set(key, next);
    return await next;
  };
}
