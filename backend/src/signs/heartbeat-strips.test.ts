import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { STRIP_MINUTES, type Strips } from '@sign-display/contracts/rest/event-figures';
import { startTestService } from '../access/testing/test-service.ts';
import { insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { makeHandshake, makeRegister } from '../testing/virtual-device.ts';
import { STORED_MINUTES, MINUTE_MS, minuteOf } from './store-heartbeat-minutes.ts';
import { createStrips } from './heartbeat-strips.ts';

const random = createSeededRandom('strips');
const WRITE_EVERY_MS = 5_000;
let database: TestDatabase;
let clock: ManualClock;
let organization: TestOrganization;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = createManualClock();
  organization = await insertOrganization(database.db, { clock, random }, {});
  id = await insertRecord(database.db, { clock, random }, organization, 'https://example.com/');
});

const setSign = (fields: object) => database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

describe('the strip of a sign', () => {
  test.each([
    ['has just been written', 0],
    ['has not been written since the minute before', -1],
    ['was written by a node whose clock is in the next minute', 1],
  ])('has sixty minutes without a gap at every second, where a healthy sign’s row %s', async (_how, ahead) => {
    const strips = createStrips({ db: database.db, clock, heartbeatIntervalMs: 5_000 });
    const keptUntil = minuteOf(clock.now()) + ahead;
    await setSign({ keptMinutes: new Uint8Array(STORED_MINUTES).fill(12), keptUntil });
    for (let second = 0; second < 60; second += 1, clock.advance(1_000)) {
      const { counts } = JSON.parse((await strips(organization.eventId, id)) as string) as Strips;
      expect(counts[id], `second ${second}`).toEqual(Array(STRIP_MINUTES).fill(12));
    }
  });

  test('has its kiosk’s heartbeats in their minute, though nothing is written for each', async () => {
    const gated = await createGatedDatabase(database);
    const service = await startTestService({ clock, database: { ...database, db: gated.open().db } });
    onTestFinished(async () => {
      await service.app.drain();
      await gated.close();
    });
    const viewer = await service.makePerson('viewer');
    await service.setRole(organization.id, viewer.id, 'viewer');
    const handshake = makeHandshake(random);
    const register = makeRegister(handshake);
    const { signId, shortCode } = register;
    await setSign({ deviceSignId: signId, macAddress: handshake.macAddress, shortCode });
    const connected = await service.kiosks.connect(handshake);
    if ('refusal' in connected) throw new Error(connected.refusal.code);
    await connected.kiosk.request('sign:register', register);
    await gated.settled();

    const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
    const facts = { status: 'showing', mode: 'foreground', contentState: 'showing', metrics } as const;
    const beat = (seq: number): KioskMessage<'heartbeat'> => ({ seq, ...facts });
    const minute = minuteOf(clock.now());
    for (let seq = 1; seq <= 3; seq += 1) connected.kiosk.send('heartbeat', beat(seq));
    await gated.settled();
    const row = () =>
      database.db.selectFrom('sign').select('keptMinutes').where('id', '=', id).executeTakeFirstOrThrow();
    expect((await row()).keptMinutes).toBe(null);
    clock.advance(WRITE_EVERY_MS);
    await gated.settled();
    expect(sumOf((await row()).keptMinutes!)).toBe(3);

    clock.advance(2 * MINUTE_MS);
    await gated.settled();
    const { status, body } = await viewer.call('GET', `/api/events/${organization.eventId}/strips?signIds=${id}`);
    expect(status).toBe(200);
    const { from, counts } = body as Strips;
    expect(counts[id]).toHaveLength(STRIP_MINUTES);
    expect(counts[id]![minute - Date.parse(from) / MINUTE_MS]).toBe(3);
    expect(sumOf(counts[id]!)).toBe(3);
  });
});
