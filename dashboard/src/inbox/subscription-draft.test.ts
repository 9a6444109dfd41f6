import { NOTIFICATION_KINDS, type Subscription } from '@sign-display/contracts/rest/subscriptions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedParts, draftOf, errorsOf, rebased, subscriptionOf } from './subscription-draft.ts';
import { settingsOf, tableOf, withPair } from './subscription-table.ts';

const clock = fc
  .integer({ min: 0, max: 1_439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const subscription: fc.Arbitrary<Subscription> = fc
  .record({
    kinds: fc.subarray([...NOTIFICATION_KINDS]),
    graceSeconds: fc.option(fc.integer({ min: 0, max: 86_400 })),
    quietHours: fc.option(
      fc
        .record({ start: clock, end: clock, timeZone: fc.constantFrom('Europe/Vienna', 'Asia/Tokyo') })
        .filter(({ start, end }) => start !== end),
    ),
  })
  .map((drawn) => ({
    channels: ['email', 'inbox'],
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
      expect(subscriptionOf(draft, stored)).toEqual({ ...stored, ...settingsOf(tableOf(stored), stored) });
    }),
  );
});

test('N6: exactly those parts of the settings that differ are named', () => {
  fc.assert(
    fc.property(subscription, (stored) => {
      const from = draftOf(stored, 'Europe/Vienna');
      const table = withPair(from.table, 'sign_offline', 'push', true);
      expect(changedParts(from, { ...from, table })).toEqual(['table']);
      expect(changedParts(from, { ...from, grace: '7' })).toEqual(stored.graceSeconds === 7 ? [] : ['grace']);
      expect(changedParts(from, { ...from, hasQuiet: !from.hasQuiet })).toEqual(['quiet']);
      expect(changedParts(from, { ...from, start: 'x' })).toEqual(from.hasQuiet ? ['quiet'] : []);
    }),
  );
});

test('N6: edited parts stay when the stored settings change, and the other parts follow the stored settings', () => {
  fc.assert(
    fc.property(subscription, subscription, subscription, (stored, edited, later) => {
      const [from, mine, to] = [stored, edited, later].map((one) => draftOf(one, 'Europe/Vienna')) as [
        ReturnType<typeof draftOf>,
        ReturnType<typeof draftOf>,
        ReturnType<typeof draftOf>,
      ];
      const after = rebased(mine, from, to);
      const parts = changedParts(from, mine);
      for (const part of ['table', 'grace', 'quiet'] as const)
        expect(changedParts(after, parts.includes(part) ? mine : to)).not.toContain(part);
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
