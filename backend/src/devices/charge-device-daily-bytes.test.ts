import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { composeMemoryNode, insertOrganization, type TestNode, type TestOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { writeBatch } from '../reports/analytics/analytics-batches-repository.ts';
import { insertLinkedSign } from '../reports/testing/analytics-fixtures.ts';
import { chargeDevice } from './charge-device-daily-bytes.ts';

/** What a device can make us keep besides analytics is held against the same bytes of the day. */

const random = createSeededRandom('device-usage');
const clock = createManualClock();
const MOST = 200_000;
const CHANGE_BYTES = 65_536;
let database: TestDatabase;
let organization: TestOrganization;
let node: TestNode;
let device: VirtualDevice;
let signId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock, random }, {});
});
afterAll(() => database.drop());
beforeEach(async () => {
  node = composeMemoryNode({ clock, random, db: database.db, deviceBytesPerDay: MOST });
  device = createVirtualDevice(random);
  ({ id: signId } = await insertLinkedSign(database.db, { clock, random }, organization, {
    deviceSignId: device.signId,
  }));
  await device.connect(node);
});

const signRow = () => database.db.selectFrom('sign').selectAll().where('id', '=', signId).executeTakeFirstOrThrow();
const usedBytes = async () => {
  const row = await database.db
    .selectFrom('deviceUsage')
    .select('bytes')
    .where('deviceSignId', '=', device.signId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
};

describe('M5: while nodes disagree about midnight', () => {
  const [EARLIER, LATER] = ['2026-11-21', '2026-11-22'];
  const ways: Record<string, (day: string) => Promise<boolean>> = {
    'log lines and settings': (day) =>
      database.db.transaction().execute((trx) => chargeDevice(trx, device.signId, { day, bytes: 1_000, most: 10_000 })),
    analytics: async (day) => {
      const batch = { deviceSignId: device.signId, batchId: makeUuidV4(random), receivedAt: new Date(clock.now()) };
      const charge = { bytes: 1_000, mostBytes: 10_000, day };
      return (await writeBatch(database.db, { ...batch, ...charge, fetches: [], others: [] })).result === 'new';
    },
  };

  test.each(Object.keys(ways))('a device gets no more bytes by sending %s to both', async (name) => {
    const charge = ways[name]!;
    expect(await charge(EARLIER)).toBe(true);
    let taken = 0;
    for (let nth = 0; nth < 40; nth += 1) if (await charge(nth % 2 ? EARLIER : LATER)) taken += 1;
    expect(taken).toBe(10);
    expect(await charge('2026-11-23')).toBe(true);
    expect(await usedBytes()).toBe(1_000);
  });

  test.each(Object.keys(ways))('a day far ahead, of a clock that was wrong, does not hold up %s', async (name) => {
    const charge = ways[name]!;
    for (let nth = 0; nth < 10; nth += 1) expect(await charge('2027-11-21')).toBe(true);
    expect(await charge(EARLIER)).toBe(true);
    expect(await usedBytes()).toBe(1_000);
  });
});

describe('M5: a settings change at the kiosk', () => {
  const change = async (zoom: number) =>
    await device.kiosk!.request('sign:config_sync', { baseVersion: (await signRow()).configVersion, patch: { zoom } });

  test('counts for 64 KiB, and past the bytes of the day is refused and leaves nothing; the next day it is taken', async () => {
    const replies = [];
    for (const zoom of [1, 2, 3, 4]) replies.push(await change(zoom));
    expect(replies.map((reply) => (reply as { ok: boolean }).ok)).toEqual([true, true, true, true]);
    expect(await usedBytes()).toBe(4 * CHANGE_BYTES);
    const counts = async () => [
      (await database.db.selectFrom('history').select('id').execute()).length,
      (await database.db.selectFrom('audit').select('seq').execute()).length,
      (await signRow()).configVersion,
    ];
    const before = await counts();
    for (const zoom of [1, 2])
      expect(await change(zoom)).toMatchObject({ ok: false, error: { code: 'rate_limited', retryAfterMs: 600_000 } });
    expect(await counts()).toEqual(before);
    // What changes nothing costs nothing, and is answered as ever.
    expect(await change(4)).toMatchObject({ ok: true });
    clock.advance(86_400_000);
    expect(await change(1)).toMatchObject({ ok: true });
    expect(await usedBytes()).toBe(CHANGE_BYTES);
  });
});

describe('M5: log lines that were fetched', () => {
  test('count too, and past the bytes of the day none is kept', async () => {
    const commandId = makeUuidV7(clock, random);
    const { id, organizationId, eventId, claimRequestId } = await signRow();
    const at = new Date(clock.now());
    const command = {
      id: commandId,
      organizationId,
      eventId,
      signRecordId: id,
      deviceSignId: device.signId,
      claimRequestId,
    };
    await database.db
      .insertInto('command')
      .values({
        ...command,
        command: 'fetch_logs',
        args: '{}',
        state: 'sent',
        createdAt: at,
        sentAt: at,
        expiresAt: new Date(clock.now() + 60_000),
      })
      .execute();
    const send = () =>
      device.kiosk!.request('sign:logs', {
        commandId,
        lines: Array.from({ length: 12 }, () => ({
          at: at.toISOString(),
          level: 'info',
          message: makeUuidV4(random).repeat(100),
        })),
        truncated: false,
      });
    const kept = async () =>
      (await database.db.selectFrom('signLog').select('id').where('signRecordId', '=', id).execute()).length;
    // 12 lines of 3,600 characters and their rows: five messages reach the limit.
    for (let nth = 1; nth <= 5; nth += 1) {
      expect(await send()).toEqual({ ok: true });
      expect(await kept()).toBe(12 * nth);
    }
    expect(await usedBytes()).toBeGreaterThan(MOST);
    const state = async () =>
      await database.db
        .selectFrom('command')
        .select(['state', 'errorCode', 'errorDetail'])
        .where('id', '=', commandId)
        .executeTakeFirstOrThrow();
    expect((await state()).state).toBe('sent');
    expect(await send()).toEqual({ ok: true });
    expect(await kept()).toBe(60);
    // Whoever asked for the lines hears why they are missing, and the device's later answer does not hide it.
    const told = { state: 'failed', errorCode: 'quota_exceeded', errorDetail: expect.stringContaining('log lines') };
    expect(await state()).toMatchObject(told);
    await device.kiosk!.request('sign:command_ack', { commandId, result: {} });
    expect(await state()).toMatchObject(told);
  });
});
