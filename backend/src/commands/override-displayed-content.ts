import type { Ports } from '@sign-display/contracts/clock-and-random';
import { setOverrides } from '../signs/content/change-signs-in-bulk.ts';
import type { Trx } from '../db/database-types.ts';
import type { SignRow } from '../signs/sign-view.ts';

/**
 * What a `display_content` does to the records of the signs that it goes out to: from then on it is what is right, also for a kiosk that comes
 * back later, until its end (promise M2). While it waits for its sign it does nothing: expired, it has never been. The caller has locked
 * `signs`. `changes` are for `SignTelling`, which then tells the kiosks the whole truth; the page itself is told by the command.
 */
export async function overrideSigns(trx: Trx, deps: Ports, signs: readonly SignRow[], args: Record<string, unknown>) {
  const { url, until } = args as { url: string; until?: string };
  const override = { url, untilMs: until === undefined ? null : Date.parse(until) };
  const changes = await setOverrides(trx, deps, signs, override, deps.clock.now());
  const contentId = changes.find(({ display }) => display !== undefined)?.display?.contentId ?? null;
  return { contentId, changes: changes.map(({ display: _, ...change }) => change) };
}
