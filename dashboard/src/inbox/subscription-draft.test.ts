import { NOTIFICATION_KINDS, type Subscription } from '@sign-display/contracts/rest/subscriptions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNELS } from './kinds-and-channels.ts';
import {
  changedParts,
  draftOf,
  errorsOf,
  rebased,
  subscriptionOf,
  type SubscriptionDraft,
} from './subscription-draft.ts';
import { withPair } from './subscription-table.ts';

const clock = fc
  .integer({ min: 0, max: 1_439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const subscription: fc.Arbitrary<Subscription> = fc
  .record({
    kinds: fc.subarray([...NOTIFICATION_KINDS]),
    channels: fc.subarray([...CHANNELS]),
    graceSeconds: fc.option(fc.integer({ min: 0, max: 86_400 })),
    quietHours: fc.option(
      fc
        .record({ start: clock, end: clock, timeZone: fc.constantFrom('Europe/Vienna', 'Asia/Tokyo') })
        .filter(({ start, end }) => start !== end),
    ),
  })
  .map((drawn) => ({
    excluded: [],
    snoozedUntil: '2026-11-14T20:00:00.000Z',
    snoozedSigns: [],
    ...drawn,
  }));

test('N6: settings that are opened and saved without edits equal the stored settings, including the snoozes', () => {
  fc.assert(
    fc.property(subscription, (stored) => {
      const draft = draftOf(stored, 'Europe/Vienna');
      expect(errorsOf(draft)).toEqual([]);
      expect(changedParts(draft, draft)).toEqual([]);
      expect(subscriptionOf(draft, stored)).toEqual(stored);
    }),
  );
});

test('N6: exactly those parts of the settings that differ are named', () => {
  fc.assert(
    fc.property(subscription, (stored) => {
      const from = draftOf(stored, 'Europe/Vienna');
      const table = withPair(from.table, 'sign_offline', 'push', !from.table.sign_offline.push);
      expect(changedParts(from, { ...from, table })).toEqual(['table']);
      expect(changedParts(from, { ...from, grace: '7' })).toEqual(stored.graceSeconds === 7 ? [] : ['grace']);
      expect(changedParts(from, { ...from, hasQuiet: !from.hasQuiet })).toEqual(['quiet']);
      expect(changedParts(from, { ...from, start: 'x' })).toEqual(from.hasQuiet ? ['quiet'] : []);
    }),
  );
});

test('N6: a save makes the person’s own changes alone: each pair, the grace period and the quiet hours of a mail’s link or another tab stay', () => {
  fc.assert(
    fc.property(subscription, subscription, subscription, (opened, edited, stored) => {
      const from = draftOf(opened, 'Europe/Vienna');
      const mine = draftOf(edited, 'Europe/Vienna');
      const now = draftOf(stored, 'Europe/Vienna');
      const after = rebased(mine, from, now);
      const parts = changedParts(from, mine);
      for (const part of ['grace', 'quiet'] as const)
        expect(changedParts(after, parts.includes(part) ? mine : now)).not.toContain(part);
      for (const kind of NOTIFICATION_KINDS)
        for (const channel of CHANNELS) {
          const isEdited = mine.table[kind][channel] !== from.table[kind][channel];
          expect(after.table[kind][channel]).toBe((isEdited ? mine : now).table[kind][channel]);
        }
    }),
  );
});

test('N6: undo takes back what a save changed, and nothing that was changed elsewhere after it', () => {
  fc.assert(
    fc.property(subscription, subscription, subscription, (opened, edited, later) => {
      const [before, after, now] = [opened, edited, later].map((one) => draftOf(one, 'Europe/Vienna')) as [
        SubscriptionDraft,
        SubscriptionDraft,
        SubscriptionDraft,
      ];
      expect(changedParts(rebased(before, after, after), before)).toEqual([]);
      expect(rebased(before, before, now)).toEqual(now);
    }),
  );
});

test('N6: quiet hours without a length, an incomplete time and a fraction of a second are refused before they are sent', () => {
  const draft = draftOf(
    {
      kinds: [],
      channels: [],
      excluded: [],
      graceSeconds: null,
      quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Vienna' },
      snoozedUntil: null,
      snoozedSigns: [],
    },
    'Europe/Vienna',
  );
  const paths = (more: object) => errorsOf({ ...draft, ...more }).map(({ path }) => path);
  expect(paths({ end: '22:00' })).toEqual(['/quietHours/end']);
  expect(paths({ start: '' })).toEqual(['/quietHours/start']);
  expect(paths({ grace: '1.5' })).toEqual(['/graceSeconds']);
  expect(paths({ start: '', hasQuiet: false })).toEqual([]);
});
