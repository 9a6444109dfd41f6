import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutPast, withSignsAsBefore, withSnoozedSigns } from './snoozes.ts';

const NOW_MS = Date.parse('2026-11-14T18:00:00Z');
const moment = fc.integer({ min: -90, max: 90 }).map((minute) => new Date(NOW_MS + minute * 60_000).toISOString());
const ids = fc.subarray(['a', 'b', 'c', 'd']);
const snoozes = fc.record({
  snoozedUntil: fc.option(moment),
  snoozedSigns: fc.uniqueArray(fc.record({ signId: fc.constantFrom('a', 'b', 'c', 'd'), until: moment }), {
    selector: ({ signId }) => signId,
  }),
});
const sorted = ({ snoozedSigns }: { snoozedSigns: { signId: string; until: string }[] }) =>
  snoozedSigns.toSorted((a, b) => a.signId.localeCompare(b.signId));

test('N6: a snooze of signs keeps longer snoozes and other signs as they are, and its undo restores the earlier snoozes', () => {
  const until = NOW_MS + 3_600_000;
  fc.assert(
    fc.property(snoozes, ids, (before, signIds) => {
      const after = withSnoozedSigns(before, signIds, until);
      for (const { signId, until: end } of before.snoozedSigns) {
        const now = after.snoozedSigns.find((one) => one.signId === signId)!;
        expect(Date.parse(now.until)).toBeGreaterThanOrEqual(Date.parse(end));
        if (!signIds.includes(signId)) expect(now.until).toBe(end);
      }
      for (const id of signIds)
        expect(Date.parse(after.snoozedSigns.find(({ signId }) => signId === id)!.until)).toBeGreaterThanOrEqual(until);
      expect(sorted(withSignsAsBefore(after, signIds, before))).toEqual(sorted(before));
    }),
  );
});

test('N6: an ended snooze is left out, and an active snooze stays', () => {
  fc.assert(
    fc.property(snoozes, (given) => {
      const left = withoutPast(given, NOW_MS);
      expect(left.snoozedSigns).toEqual(given.snoozedSigns.filter(({ until }) => Date.parse(until) > NOW_MS));
      const isOn = given.snoozedUntil !== null && Date.parse(given.snoozedUntil) > NOW_MS;
      expect(left.snoozedUntil).toBe(isOn ? given.snoozedUntil : null);
    }),
  );
});

test('N6: at most 200 signs are snoozed; beyond that, the snoozes that end first are left out', () => {
  const many = Array.from({ length: 200 }, (_, nth) => ({
    signId: String(nth),
    until: new Date(NOW_MS + (nth + 1) * 1_000).toISOString(),
  }));
  const after = withSnoozedSigns({ snoozedUntil: null, snoozedSigns: many }, ['new'], NOW_MS + 3_600_000);
  expect(after.snoozedSigns).toHaveLength(200);
  expect(after.snoozedSigns.map(({ signId }) => signId)).not.toContain('0');
  expect(after.snoozedSigns[0]!.signId).toBe('new');
});
