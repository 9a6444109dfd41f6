import type { Outage } from '@sign-display/contracts/rest/outages';
import { createEffect, createMemo, on, onCleanup, type Accessor } from 'solid-js';
import type { Trouble } from '../api/session.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { createRepeatedRead, type Reading } from '../event/repeated-read.ts';
import { foldUpdates, isMissingUpdates, type Held } from '../live/outage-updates.ts';
import { useWallTools } from '../wall-context.ts';

type Answer<Known> = { ok: true; body: Known } | { ok: false; body: Trouble };

/**
 * The service sends no update when a message about an outage is delivered, and an older node sends no updates at all.
 * So pages read again after this time.
 */
const READS_EACH_MS = 60_000;
const RETRIES_AFTER_MS = 10_000;

/**
 * Reads outages after each subscription of the feed and applies the feed's updates to them. `lay` applies updates to
 * the read outages. `againMs`: when to read again even if no update is missing; null: never.
 */
export function createOutageReading<Known>(
  { live }: Seen,
  {
    read,
    lay,
    restMs,
    againMs = () => READS_EACH_MS,
  }: {
    read(): Promise<Answer<Known>>;
    lay(known: Known, items: readonly Outage[]): Known;
    restMs: number | (() => number);
    againMs?: (known: Known) => number | null;
  },
): Reading<Known> {
  const { clock } = useWallTools();
  const updates = createMemo(() => live.feed().outages);
  const reading = createRepeatedRead<Held<Known>>(
    restMs,
    async () => {
      const upTo = updates().moment;
      const answer = await read();
      return answer.ok ? { ok: true, body: { known: answer.body, upTo } } : answer;
    },
    // The feed subscribes before the read, so that no change is lost between the list and the updates.
    () => {},
  );
  const held = createMemo<{ from: Held<Known>; now: Held<Known> } | undefined>((before) => {
    const from = reading.value();
    if (!from) return undefined;
    const now = foldUpdates(before?.from === from ? before.now : from, updates(), lay);
    return now === before?.now ? before : { from, now };
  });
  const isSubscribed = () => updates().completeSince > 0;
  const isMissing = createMemo(() => isSubscribed() && isMissingUpdates(held()?.now ?? { upTo: -1 }, updates()));
  const missingSince = createMemo(() => (isMissing() ? updates().completeSince : null));
  createEffect(on(missingSince, (moment) => void (moment !== null && reading.read())));
  let cancel = (): void => {};
  createEffect(
    on([reading.value, reading.trouble], ([value, trouble]) => {
      cancel();
      const waitMs = trouble ? RETRIES_AFTER_MS : value ? againMs(held()?.now.known ?? value.known) : null;
      cancel = waitMs === null ? () => {} : clock.after(waitMs, reading.want);
    }),
  );
  onCleanup(() => cancel());
  const value: Accessor<Known | undefined> = createMemo(() => held()?.now.known);
  return { ...reading, value };
}
