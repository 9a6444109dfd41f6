import type { Outage } from '@sign-display/contracts/rest/outages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bySign, layOpen } from '../wall/actions/outages-by-sign.ts';
import { layUpdates, passesFilter, type OutageLists } from './lay-outage-updates.ts';
import { NOT_RECORDED } from './reread-known-outages.ts';

const NOTHING: OutageLists = { open: [], ended: [] };
const at = (second: number): string => new Date(1_800_000_000_000 + second * 1_000).toISOString();
const outages = fc
  .record({
    nth: fc.nat(5),
    since: fc.nat(100),
    lasted: fc.option(fc.integer({ min: 1, max: 100 })),
    people: fc.nat(3),
  })
  .map(({ nth, since, lasted, people }): Outage => ({
    id: `outage ${nth}`,
    eventId: 'event',
    kind: 'offline',
    signId: `sign ${nth % 3}`,
    signName: 'Foyer',
    ...NOT_RECORDED,
    since: at(since),
    openedAt: at(since),
    until: lasted === null ? null : at(since + lasted),
    closedBy: lasted === null ? null : 'recovered',
    told: people === 0 ? [] : [{ channel: 'push', at: at(since + 1), people }],
    acknowledged: null,
  }));
const updates = fc.array(outages, { maxLength: 20 });
const statesOf = (all: readonly Outage[]) => new Map(all.map(({ id, since, until }) => [id, `${since} ${until}`]));

test('D19: after updates the list has each outage once, in its newest state, under open or ended', () => {
  fc.assert(
    fc.property(updates, (items) => {
      const { open, ended } = layUpdates(NOTHING, items);
      const newest = statesOf(items);
      expect(open.length + ended.length).toBe(newest.size);
      expect(statesOf([...open, ...ended])).toEqual(newest);
      expect(open.every(({ until }) => until === null) && ended.every(({ until }) => until !== null)).toBe(true);
    }),
  );
});

test('D19: the wall has the same open outages whether updates come in one message or one by one', () => {
  fc.assert(
    fc.property(updates, (items) => {
      const sorted = (all: readonly Outage[]) => statesOf(all.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
      const wall = items.reduce((open, item) => layOpen(open, [item]), bySign([]));
      expect(sorted([...wall.values()].flat())).toEqual(sorted(layUpdates(NOTHING, items).open));
      expect([...layOpen(bySign([]), items).keys()].toSorted()).toEqual([...wall.keys()].toSorted());
    }),
  );
});

test('N10: an update never removes a message that the page knows', () => {
  fc.assert(
    fc.property(updates, (items) => {
      const most = new Map<string, number>();
      const peopleOf = ({ told }: Outage): number => told.reduce((sum, { people }) => sum + people, 0);
      for (const item of items) most.set(item.id, Math.max(most.get(item.id) ?? 0, peopleOf(item)));
      const { open, ended } = layUpdates(NOTHING, items);
      for (const outage of [...open, ...ended]) expect(peopleOf(outage)).toBe(most.get(outage.id));
    }),
  );
});

test('U12: the time filter selects every outage that was open at some moment of the period, as the service’s filter does', () => {
  fc.assert(
    fc.property(outages, fc.nat(200), fc.integer({ min: 1, max: 50 }), (outage, from, length) => {
      const [fromMs, toMs] = [Date.parse(at(from)), Date.parse(at(from + length))];
      const untilMs = outage.until === null ? Infinity : Date.parse(outage.until);
      const overlaps = untilMs > fromMs && Date.parse(outage.since) < toMs;
      expect(passesFilter(outage, { from: at(from), to: at(from + length) })).toBe(overlaps);
      expect(passesFilter(outage, { signId: 'sign 0' })).toBe(outage.signId === 'sign 0');
    }),
  );
});
