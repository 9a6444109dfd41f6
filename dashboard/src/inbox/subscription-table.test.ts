import {
  EVENT_MAKER_SUBSCRIPTION,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  Subscription,
  type NotificationChannel,
  type NotificationKind,
} from '@sign-display/contracts/rest/subscriptions';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { CHANNELS, KINDS } from './kinds-and-channels.ts';
import { areSameTables, settingsOf, tableOf, withPair, type KindTable } from './subscription-table.ts';

const table: fc.Arbitrary<KindTable> = fc.record(
  Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [
      kind,
      fc.record(Object.fromEntries(NOTIFICATION_CHANNELS.map((channel) => [channel, fc.boolean()]))),
    ]),
  ),
) as fc.Arbitrary<KindTable>;
const pairs = NOTIFICATION_KINDS.flatMap((kind) => NOTIFICATION_CHANNELS.map((channel) => ({ kind, channel })));
const NOTHING = { kinds: [], channels: [], excluded: [] };
const settings = fc.record({
  kinds: fc.subarray([...NOTIFICATION_KINDS]),
  channels: fc.subarray([...NOTIFICATION_CHANNELS]),
  excluded: fc.subarray(pairs),
});

test('N14: every table of kinds and channels can be saved, and reads the same afterwards', () => {
  fc.assert(
    fc.property(table, (drawn) => {
      const saved = settingsOf(drawn, NOTHING);
      expect(tableOf(saved)).toEqual(drawn);
      expect(Value.Check(Subscription, { ...EVENT_MAKER_SUBSCRIPTION, ...saved })).toBe(true);
    }),
  );
});

test('N14: saving an unedited subscription keeps the channels of every kind', () => {
  fc.assert(
    fc.property(settings, (stored) => {
      expect(areSameTables(tableOf(settingsOf(tableOf(stored), stored)), tableOf(stored))).toBe(true);
    }),
  );
});

test('N14: a saved subscription excludes only kinds and channels that it contains', () => {
  fc.assert(
    fc.property(table, settings, (drawn, stored) => {
      const { kinds, channels, excluded } = settingsOf(drawn, stored);
      for (const { kind, channel } of excluded) {
        expect(kinds).toContain(kind);
        expect(channels).toContain(channel);
      }
      for (const kind of kinds)
        expect(excluded.filter((one) => one.kind === kind).length).toBeLessThan(channels.length);
    }),
  );
});

test('N14: saving changes nothing for kinds and channels that this build does not know', () => {
  const kinds = [...NOTIFICATION_KINDS, 'later_kind', 'last_kind'] as NotificationKind[];
  const channels = [...NOTIFICATION_CHANNELS, 'later_channel'] as NotificationChannel[];
  const allPairs = kinds.flatMap((kind) => channels.map((channel) => ({ kind, channel })));
  const stored = fc.record({
    kinds: fc.subarray(kinds),
    channels: fc.subarray(channels),
    excluded: fc.subarray(allPairs),
  });
  const comes = (
    { kinds: chosen, channels: by, excluded }: Parameters<typeof tableOf>[0],
    pair: (typeof allPairs)[0],
  ) =>
    chosen.includes(pair.kind) &&
    by.includes(pair.channel) &&
    !excluded.some(({ kind, channel }) => kind === pair.kind && channel === pair.channel);
  fc.assert(
    fc.property(table, stored, (drawn, known) => {
      const saved = settingsOf(drawn, known);
      for (const pair of allPairs) {
        const isKnown = pairs.some(({ kind, channel }) => kind === pair.kind && channel === pair.channel);
        expect(comes(saved, pair)).toBe(isKnown ? drawn[pair.kind][pair.channel] : comes(known, pair));
      }
    }),
  );
});

test('N14: a checkbox changes its own pair and no other', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(...pairs), fc.boolean(), (drawn, { kind, channel }, isOn) => {
      const after = withPair(drawn, kind, channel, isOn);
      for (const one of pairs) {
        const isIt = one.kind === kind && one.channel === channel;
        expect(after[one.kind][one.channel]).toBe(isIt ? isOn : drawn[one.kind][one.channel]);
      }
    }),
  );
});

test('N6: the table has every kind and every channel of the contract exactly once', () => {
  expect(KINDS.toSorted()).toEqual(NOTIFICATION_KINDS.toSorted());
  expect(CHANNELS).toEqual(NOTIFICATION_CHANNELS);
});
