import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeMinutes, type MinuteRow } from './figures-by-minute.ts';

const NOW = Date.parse('2026-11-20T19:42:31.000Z');
const row = fc.record({
  nodeId: fc.constantFrom('a', 'b'),
  minute: fc
    .integer({ min: -5, max: 70 })
    .map((minute) => new Date(Date.parse('2026-11-20T18:42:00Z') + minute * 60_000)),
  hostname: fc.constantFrom('signs-a', null),
  eventLoopDelayMs: fc.nat(100),
  heartbeatsPerSecond: fc.nat(100),
  queueAgeMs: fc.option(fc.nat(9_000)),
});
const rows = fc.uniqueArray(row, { selector: ({ nodeId, minute }) => `${nodeId} ${minute.getTime()}` });

test('R6: each minute of the last hour has the value that the node stored for it, and no other minute has one', () => {
  fc.assert(
    fc.property(rows, (given: MinuteRow[]) => {
      const { from, nodes, queueAgeSeconds } = arrangeMinutes(given, NOW);
      expect(from).toBe('2026-11-20T18:42:00.000Z');
      const shown = nodes.flatMap(({ nodeId, eventLoopDelayMs }) =>
        eventLoopDelayMs.flatMap((delay, minute) => (delay === null ? [] : [`${nodeId} ${minute} ${delay}`])),
      );
      const placeOf = ({ minute }: MinuteRow) => (minute.getTime() - Date.parse(from)) / 60_000;
      const stored = given
        .filter((one) => placeOf(one) >= 0 && placeOf(one) < 60)
        .map((one) => `${one.nodeId} ${placeOf(one)} ${one.eventLoopDelayMs}`);
      expect(shown.toSorted()).toEqual(stored.toSorted());
      expect(queueAgeSeconds).toHaveLength(60);
    }),
  );
});

test('R6: the queue’s age in a minute is the largest age that any node saw', () => {
  const minute = new Date('2026-11-20T19:00:00Z');
  const one = { minute, hostname: null, eventLoopDelayMs: 1, heartbeatsPerSecond: 1 };
  const { queueAgeSeconds } = arrangeMinutes(
    [
      { ...one, nodeId: 'a', queueAgeMs: 400 },
      { ...one, nodeId: 'b', queueAgeMs: 9_200 },
      { ...one, nodeId: 'c', queueAgeMs: null },
    ],
    NOW,
  );
  expect(queueAgeSeconds[18]).toBe(9.2);
});
