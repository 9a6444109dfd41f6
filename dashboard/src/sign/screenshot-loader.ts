import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Screenshot } from '../api/read-screenshot.ts';

/** The last picture of one sign, read when there is another. An older one is never shown after a newer one. */

export interface Shown {
  /** When it was taken: `screenshotAt`. */
  at: string;
  /** Valid until the next one is shown, or `stop`. */
  src: string;
}

/** Where no reply came, or the service can't give it now. */
const AGAIN_MS = 20_000;

/** `show` is told of each picture; `fail`, that the last one could not be had: what was shown stays, and is asked for again where that may help. */
export function screenshotLoader(edges: {
  clock: Clock;
  read: () => Promise<Screenshot>;
  show: (picture: Shown) => void;
  fail: () => void;
}) {
  const { clock, read, show, fail } = edges;
  let turn = 0;
  let src: string | null = null;
  let cancel = (): void => {};
  const drop = (): void => {
    if (src !== null) URL.revokeObjectURL(src);
    src = null;
  };
  async function load(at: string): Promise<void> {
    cancel();
    turn += 1;
    const mine = turn;
    const answer = await read();
    if (mine !== turn) return;
    if (answer.ok) {
      const next = URL.createObjectURL(answer.jpeg);
      show({ at, src: next });
      drop();
      src = next;
      return;
    }
    fail();
    if (answer.body === null || ['rate_limited', 'unavailable'].includes(answer.body.code))
      cancel = clock.after(answer.body?.retryAfterMs ?? AGAIN_MS, () => void load(at));
  }
  return {
    load: (at: string): void => void load(at),
    stop(): void {
      turn += 1;
      cancel();
      drop();
    },
  };
}
