import type { Absence } from '@sign-display/contracts/rest/event-figures';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { createEffect, createMemo, on, type Accessor } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { createRepeatedRead, type Reading } from '../event/repeated-read.ts';
import { foldUpdates } from '../live/outage-updates.ts';
import { useWallTools } from '../wall-context.ts';
import { readOpen } from './acknowledge-outages.ts';
import { createOutageReading } from './create-outage-reading.ts';
import { PAGE, requestsOf, restMsOf } from '../event/read-pace.ts';
import { layUpdates, type OutageFilter } from './lay-outage-updates.ts';
import { completed, createKnown, type Asks, type Known } from './reread-known-outages.ts';

const AWAY_RESTS_MS = 60_000;

export interface Outages {
  /** All open outages, and the ended outages that were read. */
  all: readonly Outage[];
  open: readonly Outage[];
  ended: readonly Outage[];
  /** True if there are ended outages that were not read. */
  isMore: boolean;
}

/**
 * Reads the outages of an event while the component is mounted: all open outages, and the ended outages that pass the
 * filter. `older` reads one more page of ended outages.
 */
export function createOutages(seen: Seen, filter: OutageFilter = {}): Reading<Outages> & { older(): void } {
  const { client, clock } = useWallTools();
  const params = { id: seen.event.id };
  const nameOf = (signId: string) => seen.live.feed().signs?.get(signId)?.name;
  const complete = (items: readonly Outage[]): Outage[] => items.map((outage) => completed(outage, params.id, nameOf));
  const asks: Asks = {
    async open() {
      const open = await readOpen(client, params.id);
      if (!open.ok) return open;
      return { ok: true, body: { items: complete(open.items), requests: requestsOf(open.items.length) } };
    },
    async ended(cursor) {
      const query = { state: 'closed' as const, limit: PAGE, ...filter, ...(cursor !== undefined && { cursor }) };
      const page = await client.call('GET /api/events/:id/outages', { params, query });
      if (!page.ok) return page;
      return { ok: true, body: { ...page.body, items: complete(page.body.items) } };
    },
  };
  const all = createKnown(asks);
  const lay = (known: Known, items: readonly Outage[]): Known => layUpdates(known, items, filter);
  const reading = createOutageReading<Known>(seen, {
    restMs: () => restMsOf(all.known().requests),
    read: () => all.read(clock.now),
    lay,
  });
  // The updates are applied before the next read too; otherwise the read would search for each outage that has ended
  // meanwhile.
  const updates = createMemo(() => seen.live.feed().outages);
  let laidUpTo = 0;
  createEffect(
    on(updates, (is) => {
      const upTo = Math.max(laidUpTo, is.completeSince);
      all.lay((known) => foldUpdates({ known, upTo }, is, lay).known);
      laidUpTo = is.moment;
    }),
  );
  const value = createMemo((): Outages | undefined => {
    const known = reading.value();
    return known && { ...known, all: [...known.open, ...known.ended], isMore: known.cursor !== null };
  });
  return {
    ...reading,
    value,
    older() {
      all.wantOlder();
      reading.read();
    },
  };
}

/**
 * Reads when the service itself was down in the last day. The contract reports that with the heartbeats of signs, so
 * the request names one sign.
 */
export function createAway(seen: Seen): Accessor<Absence[]> {
  const { client } = useWallTools();
  const first = createMemo(() => seen.live.feed().signs?.keys().next().value);
  const reading = createRepeatedRead(AWAY_RESTS_MS, async () => {
    const signIds = first();
    if (signIds === undefined) return { ok: true as const, body: [] };
    const answer = await client.call('GET /api/events/:id/strips', {
      params: { id: seen.event.id },
      query: { signIds },
    });
    return answer.ok ? { ok: true as const, body: answer.body.away } : answer;
  });
  const warmUps = createMemo(() => seen.live.feed().warmUps.length);
  createEffect(on([first, warmUps], reading.read, { defer: true }));
  // Absences before the event was created are left out.
  const bornAtMs = Date.parse(seen.event.createdAt);
  return () => (reading.value() ?? []).filter(({ to }) => Date.parse(to) > bornAtMs);
}
