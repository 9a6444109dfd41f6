import { runMs } from './watch-clock-errors.ts';
import type { SignRow } from './row-types.ts';

/** Nodes' clocks differ by up to 300 ms, and a kiosk has its time from one of them, a message's way ago. */
const EARLY_MS = 500;
/** A node looks every 2 s, and then has some statements to make. */
const SETTLED_WITHIN_MS = 10_000;

/**
 * The pages that a sign with this record may show at `nowMs` of the run; null stands for the ready splash. They are two around the end of what is
 * shown for a time (contract, `until`): at that moment the kiosk goes back to the assigned page by itself, and a node begins to write what is right
 * from then on. Until that is committed, the record still says what has ended. Pure.
 */
export function rightPages(
  { shown_source: source, shown_url: shown, shown_until: until, url }: Page,
  nowMs: number,
): readonly (string | null)[] {
  if (source === null) return [url];
  if (until === null) return [shown];
  const overForMs = nowMs - runMs(until);
  return overForMs >= -EARLY_MS && overForMs <= SETTLED_WITHIN_MS ? [shown, url] : [shown];
}

type Page = Pick<SignRow, 'shown_source' | 'shown_url' | 'shown_until' | 'url'>;
