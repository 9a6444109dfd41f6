import * as fc from 'fast-check';
import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { Sign } from '@sign-display/contracts/rest/signs';
import { presenceWord, signView, type SignRow } from './sign-view.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const OFFLINE_AFTER_MS = 15_000;
const uuid = fc.uuid({ version: 4 });
const age = fc.integer({ min: 0, max: 60_000 });
const device = fc.record({
  deviceSignId: uuid,
  macAddress: fc.constant('00:00:00:00:00:01'),
  shortCode: fc.constant('VE05BR'),
});
const noDevice = fc.constant({ deviceSignId: null, macAddress: null, shortCode: null });
const row: fc.Arbitrary<SignRow> = fc
  .record({
    hardware: fc.oneof(device, noDevice),
    url: fc.option(fc.webUrl()),
    seenAgeMs: fc.option(age),
    id: uuid,
    screen: fc.option(fc.constant({ width: 1920, height: 1080, scaleFactor: 1 })),
    platform: fc.option(fc.constant('linux')),
  })
  .map(({ hardware, seenAgeMs, ...rest }) => ({
    organizationId: rest.id,
    eventId: rest.id,
    name: 'Lobby',
    location: 'Hall',
    contentId: rest.url === null ? null : rest.id,
    settings: {},
    appVersion: null,
    claimRequestId: null,
    claimConfirmedAt: null,
    configVersion: 1,
    version: 1,
    lastSeenAt: seenAgeMs === null ? null : new Date(NOW_MS - seenAgeMs),
    statusSince: null,
    createdAt: new Date(NOW_MS),
    updatedAt: new Date(NOW_MS),
    ...hardware,
    ...rest,
  }));
const presence = fc.option(
  fc.record({
    lastHeartbeatAtMs: age.map((ageMs) => NOW_MS - ageMs),
    contentState: fc.constantFrom(
      'idle' as const,
      'loading' as const,
      'showing' as const,
      'unreachable' as const,
      'error' as const,
    ),
    mode: fc.constantFrom('foreground' as const, 'background' as const),
  }),
);

it('any record is shown in the contract’s form', () => {
  fc.assert(
    fc.property(row, presence, (sign, known) => {
      expect(Check(Sign, signView(sign, known, NOW_MS, OFFLINE_AFTER_MS))).toBe(true);
    }),
  );
});

it('the one word and the facts agree', () => {
  fc.assert(
    fc.property(row, presence, (sign, known) => {
      const view = signView(sign, known, NOW_MS, OFFLINE_AFTER_MS);
      expect(view.status === 'unlinked').toBe(view.device === null);
      expect(view.presence === null).toBe(view.device === null);
      expect(view.status === 'offline').toBe(view.presence === 'offline');
      if (view.device === null) expect([view.contentState, view.mode]).toEqual([null, null]);
    }),
  );
});

it('N1: a sign is online for 15 s from its latest heartbeat, in memory or written', () => {
  fc.assert(
    fc.property(row, presence, (sign, known) => {
      fc.pre(sign.deviceSignId !== null);
      const latestMs = Math.max(known?.lastHeartbeatAtMs ?? 0, sign.lastSeenAt?.getTime() ?? 0);
      const isOnline = NOW_MS - latestMs < OFFLINE_AFTER_MS;
      expect(presenceWord(sign, known, NOW_MS, OFFLINE_AFTER_MS)).toBe(isOnline ? 'online' : 'offline');
    }),
  );
});
