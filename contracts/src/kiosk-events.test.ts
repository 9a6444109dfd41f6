import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { AnalyticsEntries } from './analytics-entries.ts';
import {
  BackendToKiosk,
  FrameCheck,
  KioskHandshake,
  KioskToBackend,
  type BackendEvent,
  type KioskEvent,
} from './kiosk-events.ts';
import { arbitraryOf } from './testing/schema-arbitrary.ts';
import { unbounded } from './testing/unbounded-fields.ts';

const UUID = '01936f5e-7a3c-7c11-8f00-0a1b2c3d4e5f';
const SIGN_ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const SECRET = 'ab'.repeat(32);
const AT = '2026-11-20T19:00:00.000Z';
const URL = 'https://example.com/wall';
const command = { commandId: UUID, expiresAt: AT };
const organization = { id: UUID, name: 'Harbour Hall' };
const event = { id: UUID, name: 'Winter Fair', timeZone: 'Europe/Copenhagen' };
const sign = { id: UUID, name: 'Foyer left', location: 'Foyer' };
const content = { contentId: UUID, url: URL };
const settings = { zoom: 1.5, rotation: 90, muted: true, logLevel: 'info' };

/** Every field of contract.md, section 4.1; those that may be absent are in the second part. */
const FROM_KIOSK: Record<KioskEvent, [required: object, optional?: object]> = {
  'sign:register': [
    {
      signId: SIGN_ID,
      shortCode: '4QB50C',
      macAddress: '02:42:ac:11:00:02',
      bootId: SIGN_ID,
      state: 'showing',
      currentUrl: URL,
      organizationId: UUID,
      eventId: UUID,
      configVersion: 7,
      device: {
        appVersion: '1.4.0',
        platform: 'linux',
        osRelease: '6.1.0',
        arch: 'x64',
        hostname: 'sign-12',
        screen: { width: 1920, height: 1080, scaleFactor: 1 },
        timeZone: 'Europe/Copenhagen',
      },
    },
  ],
  heartbeat: [
    {
      seq: 12,
      status: 'showing',
      mode: 'foreground',
      metrics: {
        cpuLoad: 0.25,
        memUsedBytes: 1e9,
        memTotalBytes: 4e9,
        uptimeSeconds: 3_600.5,
        temperatureCelsius: 51.5,
        eventLoopLagMs: 1.2,
      },
      contentState: 'showing',
    },
    { blank: true },
  ],
  'sign:command_ack': [{ commandId: UUID }, { result: { anything: ['at', 'all'] } }],
  'sign:command_error': [{ commandId: UUID, code: 'reboot_loop', detail: '3 boots in 10 minutes' }],
  'sign:link_ack': [
    { requestId: UUID, claimToken: SECRET, result: 'failure', loadMs: 812.5, replayed: false },
    { reason: 'url_unreachable', detail: 'getaddrinfo ENOTFOUND' },
  ],
  'sign:content_displayed': [
    { url: URL, contentId: UUID, loadMs: 340, httpStatus: 200, at: AT },
    { detail: 'leads to www.example.org' },
  ],
  'sign:content_error': [{ url: URL, contentId: UUID, code: 'crashed', detail: 'gone', at: AT }],
  'sign:content_unreachable': [
    { url: URL, since: AT, at: AT },
    { detail: 'HTTP 503', httpStatus: 503 },
  ],
  'sign:content_recovered': [{ url: URL, since: AT, at: AT }, { detail: 'HTTP 200' }],
  'sign:analytics': [{ batchId: UUID, entries: [{ kind: 'of_tomorrow', at: AT, more: { fields: 1 } }] }],
  'sign:logs': [{ commandId: UUID, lines: [{ at: AT, level: 'warn', message: 'slow page' }], truncated: false }],
  'sign:update_status': [{ state: 'downloading' }, { version: '1.5.0', percent: 41.5, detail: 'mirror 2' }],
  'sign:claim_confirmed': [{ signRecordId: UUID, requestId: UUID }],
  'sign:status': [{ state: 'starting' }, { detail: 'cold' }],
  'sign:released': [{}],
  'sign:config_sync': [{ baseVersion: 7, patch: settings }],
  'sign:frame_check': [{ url: URL }],
};

/** The same of section 4.2. */
const FROM_BACKEND: Record<BackendEvent, [required: object, optional?: object]> = {
  'sign:config': [
    {
      configVersion: 7,
      claimed: true,
      organization,
      event,
      sign,
      content,
      settings,
      limits: { heartbeatIntervalMs: 5_000, loadTimeoutMs: 15_000, reachabilityIntervalMs: 30_000 },
    },
    { claimUrl: 'https://signs.example.com/claim' },
  ],
  'sign:claimed': [
    { requestId: UUID, signRecordId: UUID, organization, event, sign, content, settings, configVersion: 1 },
  ],
  'sign:apply_link': [
    { requestId: UUID, claimToken: SECRET, url: URL, loadTimeoutMs: 15_000, expiresAt: AT },
    { name: 'Foyer left' },
  ],
  'sign:display_content': [
    { contentId: UUID, url: URL, source: 'schedule' },
    { commandId: UUID, until: AT },
  ],
  'sign:settings_update': [{ commandId: UUID, configVersion: 8, patch: settings }],
  'sign:refresh': [command],
  'sign:reboot': [command],
  'sign:reboot_device': [command],
  'sign:update': [command],
  'sign:set_background_mode': [{ ...command, enabled: true }],
  'sign:fetch_logs': [{ ...command, limit: 500 }, { since: AT }],
  'sign:screenshot': [{ ...command, maxWidth: 1280 }],
  'sign:identify': [{ expiresAt: AT, seconds: 60, startsAtMs: 1_795_201_200_000 }, { commandId: UUID }],
  'sign:unregistered': [{ reason: 'unregistered by an admin' }],
  'sign:deleted': [{ reason: 'deleted by an admin' }],
  'heartbeat:ack': [{ seq: 12, serverTimeMs: 1_795_201_200_000 }],
  'kiosk:error': [
    { code: 'rate_limited', detail: 'too fast' },
    { event: 'heartbeat', retryAfterMs: 1_000 },
  ],
  'server:reconnect': [{ afterMs: 4_200 }],
};

const HANDSHAKE = {
  protocol: 1,
  signId: SIGN_ID,
  deviceSecret: SECRET,
  bootId: SIGN_ID,
  macAddress: '02:42:ac:11:00:02',
  appVersion: '1.4.0',
};

const FRAME_CHECK = {
  ok: true,
  framable: false,
  httpStatus: 200,
  fingerprint: null,
  reason: 'url_load_failed',
  detail: 'example.com refuses to be shown in a frame.',
};

const CASES: [name: string, schema: TSchema, required: object, optional: object][] = [
  ['handshake auth', KioskHandshake, HANDSHAKE, {}],
  ['reply to sign:frame_check', FrameCheck, FRAME_CHECK, {}],
  ...Object.entries(FROM_KIOSK).map(
    ([name, [required, optional = {}]]) =>
      [name, KioskToBackend[name as KioskEvent], required, optional] satisfies (typeof CASES)[number],
  ),
  ...Object.entries(FROM_BACKEND).map(
    ([name, [required, optional = {}]]) =>
      [name, BackendToKiosk[name as BackendEvent], required, optional] satisfies (typeof CASES)[number],
  ),
];

const without = (value: object, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

describe.each(CASES)('%s', (_, schema, required, optional) => {
  const validator = Compile(schema);

  test('takes a message with every field, and one with the required ones alone', () => {
    expect([...validator.Errors({ ...required, ...optional })]).toEqual([]);
    expect(validator.Check(required)).toBe(true);
  });

  test('ignores what a newer version says besides (contract, introduction)', () => {
    expect(validator.Check({ ...required, ofTomorrow: { any: 'thing' } })).toBe(true);
  });

  test.each(Object.keys(required))('refuses a message without %s', (key) => {
    expect(validator.Check(without(required, key))).toBe(false);
  });

  test('refuses a field of another type', () => {
    for (const key of Object.keys(required)) expect(validator.Check({ ...required, [key]: Symbol('no') })).toBe(false);
  });

  test('A5: refuses what is not a message, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(undefined), fc.string(), fc.double(), fc.array(fc.jsonValue())), (value) => {
        expect(validator.Check(value)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('takes whatever fits the schema, after a round trip through JSON', () => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect(validator.Check(JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

const BOUNDED = Object.entries({ ...KioskToBackend, FrameCheck });
test.each(BOUNDED)('A5: %s bounds every text, list and number', (_, schema) => {
  expect(unbounded(schema)).toEqual([]);
});

describe('settings on the socket', () => {
  test('a setting of tomorrow does not make an older kiosk refuse its configuration', () => {
    const [config] = FROM_BACKEND['sign:config'];
    const tomorrow = { ...config, settings: { ...settings, brightness: 0.5 } };
    expect(Compile(BackendToKiosk['sign:config']).Check(tomorrow)).toBe(true);
  });

  test('a known setting out of its bounds is refused', () => {
    expect(Compile(KioskToBackend['sign:config_sync']).Check({ baseVersion: 7, patch: { zoom: 9 } })).toBe(false);
  });
});

describe('analytics entries of known kinds (contract, 3.1)', () => {
  test.each([
    [
      'content_fetch',
      { url: URL, startedAt: AT, durationMs: 12, status: null, bytes: 0, fromCache: false, error: 'DNS' },
    ],
    ['render', { url: URL, contentId: UUID, loadMs: 340 }],
    ['blank_check', { url: URL, blank: true }],
    ['resource', { cpuLoad: 0.5, memUsedBytes: 1e9 }],
  ] as const)('%s', (kind, fields) => {
    const validator = Compile(AnalyticsEntries[kind]);
    expect([...validator.Errors({ kind, at: AT, ...fields })]).toEqual([]);
    for (const key of Object.keys(fields))
      expect(validator.Check({ kind, at: AT, ...without(fields, key) })).toBe(false);
    expect(
      Compile(KioskToBackend['sign:analytics']).Check({ batchId: UUID, entries: [{ kind, at: AT, ...fields }] }),
    ).toBe(true);
  });
});
