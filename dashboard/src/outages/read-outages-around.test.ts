import type { Client } from '@sign-display/client/client';
import type { Outage } from '@sign-display/contracts/rest/outages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restMsOf } from '../event/read-pace.ts';
import { passesFilter, type OutageFilter } from './lay-outage-updates.ts';
import { groupsOf, groupWith } from './outage-groups.ts';
import { readOutagesAround } from './read-outages-around.ts';
import { NOT_RECORDED } from './reread-known-outages.ts';

const MINUTE_MS = 60_000;
const at = (minute: number): string => new Date(1_800_000_000_000 + minute * MINUTE_MS).toISOString();
/** Outages of one host, which overlap in chains over many hours; some are open. */
const drawn = fc.array(
  fc.record({ sign: fc.nat(9), since: fc.nat(600), lasted: fc.option(fc.integer({ min: 1, max: 150 }), { freq: 9 }) }),
  { minLength: 1, maxLength: 25 },
);
const outages = drawn.map((all) =>
  all.map(({ sign, since, lasted }, nth): Outage => ({
    id: `outage ${String(nth).padStart(2, '0')}`,
    eventId: 'event',
    kind: 'error',
    signId: `sign ${sign}`,
    signName: `Sign ${sign}`,
    ...NOT_RECORDED,
    location: 'Foyer',
    place: 'Foyer',
    placeSigns: 10,
    host: 'menu.example',
    since: at(since),
    openedAt: at(since),
    until: lasted === null ? null : at(since + lasted),
    closedBy: lasted === null ? null : 'recovered',
    told: [],
    acknowledged: null,
  })),
);

/** A service with these outages, and which lists of them were read. */
function serviceOf(all: readonly Outage[]) {
  const lists: OutageFilter[] = [];
  const list = async (_: string, { query }: { query: OutageFilter }) => {
    lists.push(query);
    return { ok: true, items: all.filter((outage) => passesFilter(outage, query)) };
  };
  return { client: { list } as unknown as Client, lists };
}
async function wholeOf(answer: ReturnType<typeof readOutagesAround>) {
  const read = await answer;
  if (!read.ok) throw new Error('the read was refused');
  return { ...read.body, requests: read.requests };
}
const causeOf = (known: readonly Outage[], id: string): string[] =>
  groupWith(groupsOf(known, new Map()), id)!
    .outages.map((one) => one.id)
    .toSorted();

test('N10: the outage page has all outages of the cause, however far the cause reaches beyond the first read', async () => {
  await fc.assert(
    fc.asyncProperty(outages, fc.nat(), async (all, chosen) => {
      const outage = all[chosen % all.length]!;
      const { outages: read } = await wholeOf(readOutagesAround(serviceOf(all).client, outage));
      expect(causeOf(read, outage.id)).toEqual(causeOf(all, outage.id));
    }),
    { numRuns: 300 },
  );
});

test('N10: the lists that a page reads for one outage do not overlap, and the next read of a cause that did not grow takes one list', async () => {
  await fc.assert(
    fc.asyncProperty(outages, fc.nat(), async (all, chosen) => {
      const outage = all[chosen % all.length]!;
      const { client, lists } = serviceOf(all);
      const first = await wholeOf(readOutagesAround(client, outage));
      expect(first.requests).toBe(lists.length);
      const spans = lists
        .map(({ from, to }) => ({ fromMs: Date.parse(from!), toMs: to === undefined ? Infinity : Date.parse(to) }))
        .toSorted((one, other) => one.fromMs - other.fromMs);
      spans.slice(1).forEach(({ fromMs }, nth) => expect(fromMs).toBe(spans[nth]!.toMs));
      if (outage.until !== null) return;
      const again = await wholeOf(readOutagesAround(client, outage, first.fromMs));
      expect(again.requests).toBe(1);
      expect(causeOf(again.outages, outage.id)).toEqual(causeOf(all, outage.id));
    }),
    { numRuns: 300 },
  );
});

test('N10: a page of an open outage rests longer the more outages it reads, also where a part of them was refused', async () => {
  const items = Array.from({ length: 1_900 }, (_, nth) => ({
    id: `other ${nth}`,
    kind: 'error',
    since: at(0),
    until: null,
  }));
  const outage = { id: 'one', eventId: 'event', kind: 'offline', since: at(60), until: null } as Outage;
  const client = { list: async () => ({ ok: true, items }) } as unknown as Client;
  const { requests } = await readOutagesAround(client, outage);
  expect([requests, restMsOf(requests)]).toEqual([10, 10_000]);
  const refusing = { list: async () => ({ ok: false, body: { code: 'rate_limited' } }) } as unknown as Client;
  expect(await readOutagesAround(refusing, outage)).toMatchObject({ ok: false, requests: 1 });
});
