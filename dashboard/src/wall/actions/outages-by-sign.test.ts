import type { Outage } from '@sign-display/contracts/rest/outages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, acknowledgementOf } from '../../outages/acknowledge-outages.ts';
import { bySign, firstOf, outagesOf, notifiedOf } from './outages-by-sign.ts';

const BEGAN_MS = Date.parse('2026-11-14T18:00:00Z');
const at = (second: number): string => new Date(BEGAN_MS + second * 1_000).toISOString();
const seconds = fc.integer({ min: 0, max: 3_600 });
const outages = fc.array(
  fc.record({
    id: fc.uuid(),
    signId: fc.constantFrom('one', 'two', 'three'),
    kind: fc.constantFrom('offline', 'blank'),
    since: seconds.map(at),
    until: fc.option(seconds.map(at)),
    told: fc.array(
      fc.record({ channel: fc.constantFrom('email', 'push', 'inbox'), at: seconds.map(at), people: fc.nat(3) }),
      { maxLength: 3 },
    ),
    acknowledged: fc.constant(null),
  }),
  { maxLength: 8 },
) as fc.Arbitrary<Outage[]>;

test('N10: acknowledging a cause names every open outage of its signs, and no other', () => {
  fc.assert(
    fc.property(outages, (all) => {
      const named = outagesOf(bySign(all), ['one', 'two']).map(({ id }) => id);
      const wanted = all.filter(({ signId, until }) => until === null && signId !== 'three').map(({ id }) => id);
      expect(named.toSorted()).toEqual(wanted.toSorted());
    }),
  );
});

test('N10: whose word another would take the place of is named once, until it is known', () => {
  const people = fc.record({ id: fc.constantFrom('maren', 'tim') }).map(({ id }) => ({ id, name: id }));
  const words = fc.option(fc.record({ by: people, at: fc.constantFrom(at(1), at(2)), note: fc.constant(null) }));
  const acknowledged = fc
    .tuple(outages, fc.array(words))
    .map(([all, said]) => all.map((outage, index): Outage => ({ ...outage, acknowledged: said[index] ?? null })));
  fc.assert(
    fc.property(acknowledged, (all) => {
      const found = acknowledgementOf(all).map(({ by, at: when }) => `${by.id} ${when}`);
      const said = all.flatMap(({ acknowledged: word }) => (word ? [`${word.by.id} ${word.at}`] : []));
      expect(found.toSorted()).toEqual([...new Set(said)].toSorted());
      const [first, ...others] = acknowledgementOf(all);
      expect(acknowledgementOf(all, first ? [first] : [])).toEqual(others);
      expect(acknowledgementOf(all, acknowledgementOf(all))).toEqual([]);
    }),
  );
});

test('N10: told is said only where a message reached somebody, from the first of them on', () => {
  fc.assert(
    fc.property(outages, (all) => {
      const reached = all.flatMap(({ told }) => told).filter(({ people }) => people > 0);
      const said = notifiedOf(all);
      expect(said === null).toBe(reached.length === 0);
      if (said === null) return;
      expect(reached.every((word) => Date.parse(word.at) >= said.atMs)).toBe(true);
      expect(new Set(said.channels)).toEqual(new Set(reached.map(({ channel }) => channel)));
    }),
  );
});

test('N10: the outage that is opened is the earliest of its cause', () => {
  fc.assert(
    fc.property(outages, (all) => {
      const first = firstOf(all);
      expect(all.every(({ since }) => Date.parse(since) >= Date.parse(first!.since))).toBe(true);
    }),
  );
});

test('M1: parts hold everything once, in its order, and none is empty or too large', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (items, most) => {
      const parts = partsOf(items, most);
      expect(parts.flat()).toEqual(items);
      expect(parts.every(({ length }) => length > 0 && length <= most)).toBe(true);
    }),
  );
});
