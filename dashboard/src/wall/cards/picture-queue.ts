import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Screenshot } from '../../api/read-screenshot.ts';
import { waitOf, within } from './picture-pace.ts';

/** Asks for the pictures that are wanted, a few at a time and at the pace's speed, and keeps them until they are another. */

/** A sign and when its picture was taken: `screenshotAt`. */
export interface Wanted {
  id: string;
  at: string;
}
/** `src` null: it could not be had. */
export interface Picture {
  at: string;
  src: string | null;
}

/** Kept beside those that are seen: some 20 kB each. */
const KEPT_MOST = 400;
/** Where the service does not say when to come again. */
const REST_MS = 20_000;

/** `changed` is told when a picture is another. After `stop` nothing is kept, and nothing is asked for. */
export function pictureQueue(edges: { clock: Clock; read: (id: string) => Promise<Screenshot>; changed: () => void }) {
  const { clock, read, changed } = edges;
  const known = new Map<string, Picture>();
  const asking = new Set<string>();
  let wanted: readonly Wanted[] = [];
  let pace = { startedMs: [] as number[], restUntilMs: 0 };
  let cancel = (): void => {};
  let isOver = false;

  function keep(id: string, picture: Picture): void {
    const old = known.get(id);
    if (old?.src) URL.revokeObjectURL(old.src);
    known.delete(id);
    known.set(id, picture);
    const seen = new Set(wanted.map((one) => one.id));
    for (const [oldest, { src }] of known) {
      if (known.size <= KEPT_MOST) break;
      if (seen.has(oldest)) continue;
      if (src) URL.revokeObjectURL(src);
      known.delete(oldest);
    }
    changed();
  }
  async function ask({ id, at }: Wanted): Promise<void> {
    asking.add(id);
    pace.startedMs.push(clock.monotonicMs());
    try {
      const answer = await read(id);
      if (isOver) return;
      if (answer.ok) keep(id, { at, src: URL.createObjectURL(answer.jpeg) });
      else if (answer.body === null || ['rate_limited', 'unavailable'].includes(answer.body.code))
        pace.restUntilMs = clock.monotonicMs() + (answer.body?.retryAfterMs ?? REST_MS);
      else keep(id, { at, src: null });
    } finally {
      // Whatever comes of it: a place that stays taken is one less for every other picture.
      asking.delete(id);
      next();
    }
  }
  /** Asks for as many as may be asked for now, and comes again for the others. */
  function next(): void {
    cancel();
    if (isOver) return;
    for (;;) {
      const due = wanted.find(({ id, at }) => !asking.has(id) && known.get(id)?.at !== at);
      const nowMs = clock.monotonicMs();
      pace = { ...pace, startedMs: within(pace.startedMs, nowMs) };
      const wait = due ? waitOf({ ...pace, asking: asking.size }, nowMs) : null;
      if (!due || wait === null) return;
      if (wait > 0) return void (cancel = clock.after(wait, next));
      void ask(due);
    }
  }
  return {
    of: (id: string): Picture | undefined => known.get(id),
    /** These from now on, the first ones first, and no others. */
    want(all: readonly Wanted[]): void {
      wanted = all;
      next();
    },
    stop(): void {
      isOver = true;
      cancel();
      for (const { src } of known.values()) if (src) URL.revokeObjectURL(src);
      known.clear();
    },
  };
}
