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
  /** The open ones, all of them, and the ended ones as far as they were read. */
  all: readonly Outage[];
  open: readonly Outage[];
  ended: readonly Outage[];
  /** There are ended ones beyond. */
  isMore: boolean;
}

/**
 * The outages of an event, as long as the component is shown: all that are open, and those that ended and pass the
 * filter. `older` reads a page more of the ended ones.
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
  // The next read starts from the updates, too: else it would look for each outage that has ended meanwhile.
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

/** When the service itself was away in the last day; the contract tells it beside the heartbeats of signs, so one is named. */
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
  // What was before the event is none of its business.
  const bornAtMs = Date.parse(seen.event.createdAt);
  return () => (reading.value() ?? []).filter(({ to }) => Date.parse(to) > bornAtMs);
}
