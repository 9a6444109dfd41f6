import { LIMITS } from '@sign-display/contracts/limits';
import type { Outage } from '@sign-display/contracts/rest/outages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  completed,
  createKnown,
  NOT_RECORDED,
  NOTHING_KNOWN,
  readAgain,
  type Asks,
  type Known,
} from './reread-known-outages.ts';
import { PAGE as READ_AT_ONCE, requestsOf, restMsOf } from '../event/read-pace.ts';

const PAGE = 3;
const HOUR_MS = 3_600_000;

/** A service that holds these outages, newest first, and counts what it is asked. */
function serviceOf(all: Outage[]) {
  const asked = { ended: 0 };
  const asks: Asks = {
    open: () =>
      Promise.resolve({ ok: true, body: { items: all.filter(({ until }) => until === null), requests: 1 } } as const),
    ended(cursor) {
      asked.ended += 1;
      const ended = all.filter(({ until }) => until !== null).toReversed();
      const from = cursor === undefined ? 0 : ended.findIndex(({ id }) => id === cursor) + 1;
      const items = ended.slice(from, from + PAGE);
      const nextCursor = from + PAGE < ended.length ? items.at(-1)!.id : null;
      return Promise.resolve({ ok: true, body: { items, nextCursor } } as const);
    },
  };
  return { all, asks, asked };
}
let counted = 0;
const outageOf = (sinceMs: number, untilMs: number | null): Outage => ({
  id: `outage ${(counted += 1)}`,
  kind: 'offline',
  signId: 'one',
  signName: 'One',
  ...NOT_RECORDED,
  since: new Date(sinceMs).toISOString(),
  until: untilMs === null ? null : new Date(untilMs).toISOString(),
  eventId: 'event',
  openedAt: '2026-11-20T19:00:00.000Z',
  closedBy: null,
  told: [],
  acknowledged: null,
});
const bodyOf = async (answer: ReturnType<typeof readAgain>): Promise<Known> => {
  const known = await answer;
  if (!known.ok) throw new Error('it was refused');
  return known.body;
};
const idsOf = (outages: readonly Outage[]): string[] => outages.map(({ id }) => id).toSorted();

/** Draws the changes between two reads: which outages begin, and which open ones end. */
const turns = fc.array(
  fc.record({ begin: fc.nat(5), end: fc.array(fc.nat(20), { maxLength: 3 }), isOlder: fc.boolean() }),
  {
    maxLength: 8,
  },
);

test('N10: what is read again and again is what the service holds: each open one, and every ended one back to the oldest that was read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(12), turns, async (ended, all) => {
      const service = serviceOf(Array.from({ length: ended }, () => outageOf(0, 1)));
      let nowMs = HOUR_MS;
      let known = NOTHING_KNOWN;
      for (const { begin, end, isOlder } of all) {
        nowMs += HOUR_MS;
        for (let more = 0; more < begin; more += 1) service.all.push(outageOf(nowMs, null));
        const open = service.all.filter(({ until }) => until === null);
        for (const at of end) if (open[at]) open[at].until = new Date(nowMs).toISOString();
        known = await bodyOf(readAgain(service.asks, known, { nowMs, isOlder }));
        const held = service.all.filter(({ until }) => until !== null);
        expect(idsOf(known.open)).toEqual(idsOf(service.all.filter(({ until }) => until === null)));
        const ids = new Set(idsOf(known.ended));
        const oldest = held.findIndex(({ id }) => ids.has(id));
        if (oldest !== -1) expect(idsOf(known.ended)).toEqual(idsOf(held.slice(oldest)));
        if (known.cursor === null) expect(known.ended.length).toBe(held.length);
      }
    }),
    { numRuns: 300 },
  );
});

test('N10: pages that ask all the time keep to a fifth of what one person may ask in a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (requests) => {
      expect((requests * 60_000) / restMsOf(requests)).toBeLessThanOrEqual(60);
    }),
  );
});

test('N10: a list takes a request for each page of the largest size there is, and one where it is empty', () => {
  expect(READ_AT_ONCE).toBe(LIMITS.pageSizeMost);
  expect([0, 1, 200, 201, 2_000].map(requestsOf)).toEqual([1, 1, 1, 2, 10]);
});

test('N10: an older page that is wanted while one is read waits for it: none is read twice, and none is left out', async () => {
  const service = serviceOf(Array.from({ length: 4 * PAGE }, (_, nth) => outageOf(nth, nth + 1)));
  const all = createKnown(service.asks);
  const read = () => all.read(() => HOUR_MS);
  await read();
  all.wantOlder();
  const first = read();
  all.wantOlder();
  await Promise.all([first, read()]);
  expect(idsOf(all.known().ended)).toEqual(idsOf(service.all.slice(PAGE)));
});

test('U12: an outage from an older node gets its event, its sign’s name and empty facts; an outage from a newer node stays as it is', () => {
  const { id, kind, signId, since, until, told, acknowledged } = outageOf(0, null);
  const older = { id, kind, signId, since, until, told, acknowledged } as Outage;
  const nameOf = (of: string) => (of === 'one' ? 'Now' : undefined);
  const facts = { ...NOT_RECORDED, eventId: 'event', openedAt: since, closedBy: null };
  expect(completed(older, 'event', nameOf)).toEqual({ ...older, ...facts, signName: 'Now' });
  expect(completed({ ...older, signId: 'gone' }, 'event', nameOf).signName).toBe('');
  const place = { location: 'Bars, left', place: 'Bars', placeSigns: 4, host: 'menu.example', address: '10.20.2.14' };
  const newer: Outage = { ...outageOf(0, 1), ...place, closedBy: 'left' };
  expect(completed(newer, 'another event', nameOf)).toEqual(newer);
});
