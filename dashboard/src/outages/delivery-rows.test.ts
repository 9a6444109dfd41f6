import type { OutageDelivery } from '@sign-display/contracts/rest/outages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inboxesOf, personRows, readsAgainAfterMs } from './delivery-rows.ts';

const OPENED = '2026-11-14T18:00:00.000Z';
const openedMs = Date.parse(OPENED);
const at = (second: number): string => new Date(openedMs + second * 1_000).toISOString();
const deliveries = fc.array(
  fc.record({
    user: fc.constantFrom('maren', 'tim', 'layla').map((id) => ({ id, name: id })),
    channel: fc.constantFrom('email', 'push', 'inbox'),
    state: fc.constantFrom('delayed', 'queued', 'sent', 'failed', 'dropped'),
    at: fc.option(fc.nat(3_600).map(at)),
    detail: fc.constant(null),
  }),
) as fc.Arbitrary<OutageDelivery[]>;

test('N10: the outage page shows each mail and push once, in the row of its person', () => {
  fc.assert(
    fc.property(deliveries, (all) => {
      const rows = personRows({ deliveries: all, until: null });
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(all.map(({ user }) => user.id)));
      for (const { id, cells } of rows)
        for (const channel of ['push', 'email'] as const) {
          const own = all.filter((one) => one.user.id === id && one.channel === channel);
          expect(cells[channel].map(({ state }) => state)).toEqual(own.map(({ state }) => state));
        }
    }),
  );
});

test('N10: a message that was sent after the outage ended is shown as the message about the end', () => {
  const one = (second: number): OutageDelivery => ({
    user: { id: 'maren', name: 'Maren' },
    channel: 'push',
    state: 'sent',
    at: at(second),
    detail: null,
  });
  const [row] = personRows({ deliveries: [one(30), one(90)], until: at(60) });
  expect(row!.cells.push.map(({ isEnd }) => isEnd)).toEqual([false, true]);
});

test('N10: the inbox count includes each person once', () => {
  fc.assert(
    fc.property(deliveries, (all) => {
      const inbox = all.filter(({ channel, state }) => channel === 'inbox' && state === 'sent');
      expect(inboxesOf({ deliveries: all })).toBe(new Set(inbox.map(({ user }) => user.id)).size);
    }),
  );
});

test('N10: the outage page reads deliveries again while a message is sent or waits or the outage is open, and never after that', () => {
  const seconds = fc.nat(7_200);
  fc.assert(
    fc.property(deliveries, fc.option(seconds), seconds, (all, ended, later) => {
      const until = ended === null ? null : at(ended);
      const nowMs = openedMs + ((ended ?? 0) + later) * 1_000;
      const waitMs = readsAgainAfterMs({ deliveries: all, openedAt: OPENED, until }, nowMs);
      const isUnfinished = all.some(({ state }) => state === 'queued' || state === 'delayed');
      expect(waitMs !== null).toBe(isUnfinished || until === null || later < 300);
      if (all.some(({ state }) => state === 'queued')) expect(waitMs).toBe(2_000);
      if (waitMs !== null) expect(waitMs).toBeGreaterThanOrEqual(2_000);
    }),
  );
  expect(readsAgainAfterMs({ deliveries: null, openedAt: OPENED, until: null }, openedMs)).toBeNull();
});
