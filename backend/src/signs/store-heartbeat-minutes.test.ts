import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { STRIP_MINUTES } from '@sign-display/contracts/rest/event-figures';
import { storeEarlierMinute, keptFrom, minuteOf, MINUTE_MS } from './store-heartbeat-minutes.ts';
import { writeLastSeen, type DeviceFacts } from './heartbeat-facts-repository.ts';
import { insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const random = createSeededRandom('kept-minutes');
const NOW = minuteOf(Date.UTC(2026, 10, 21));
let database: TestDatabase;
let organization: TestOrganization;
let deviceSignId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, {});
});
afterAll(() => database.drop());
beforeEach(async () => {
  deviceSignId = makeUuidV4(random);
  const id = await insertRecord(database.db, { clock: createManualClock(), random }, organization);
  const fields = { deviceSignId, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
  await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
});

const row = () =>
  database.db
    .selectFrom('sign')
    .select(['keptMinutes', 'keptUntil', 'lastSeenAt'])
    .where('deviceSignId', '=', deviceSignId)
    .executeTakeFirstOrThrow();
const clear = () =>
  database.db
    .updateTable('sign')
    .set({ keptMinutes: null, keptUntil: null })
    .where('deviceSignId', '=', deviceSignId)
    .execute();
/** By the minutes from `from` on. */
const kept = async (from = NOW - STRIP_MINUTES + 1) => keptFrom(await row(), from);

const facts: Omit<DeviceFacts, 'deviceSignId' | 'seenAtMs'> = {
  presence: 'online',
  contentState: 'idle',
  mode: 'foreground',
  blank: null,
  tellsBlank: true,
  problem: null,
  writtenSeenAtMs: null,
  claimedAtMs: null,
  isHeld: true,
};
interface Write {
  minute: number;
  count: number;
  now: number;
}
let seen = 0;
async function write({ minute, count, now }: Write, how: 'in time' | 'later'): Promise<void> {
  if (how === 'later') return await storeEarlierMinute(database.db, minute, [{ deviceSignId, count }], now * MINUTE_MS);
  const fact = { ...facts, deviceSignId, seenAtMs: now * MINUTE_MS + (seen += 1) };
  const heard = { byDevice: new Map([[deviceSignId, { minute, count }]]), nowMs: now * MINUTE_MS };
  await writeLastSeen(database.db, [fact], heard);
}

describe('the heartbeats of a sign in its last minutes', () => {
  test('are all that was heard, whichever nodes heard it, in whichever order they write what they have kept for a while', async () => {
    const step = fc.record({
      later: fc.integer({ min: 0, max: 3 }),
      agoMinutes: fc.integer({ min: 0, max: 70 }),
      count: fc.integer({ min: 1, max: 30 }),
      /** Two nodes' clocks may differ by the turn of a minute. */
      isBehind: fc.boolean(),
      how: fc.constantFrom('in time' as const, 'later' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await clear();
        const heard = new Map<number, number>();
        let present = NOW;
        for (const { later, agoMinutes, count, isBehind, how } of steps) {
          present += later;
          const now = present - Number(isBehind);
          const minute = now - agoMinutes;
          heard.set(minute, Math.min(255, (heard.get(minute) ?? 0) + count));
          await write({ minute, count, now }, how);
        }
        const from = present - STRIP_MINUTES;
        const expected = Array.from({ length: STRIP_MINUTES }, (_, index) => heard.get(from + index) ?? 0);
        expect(await kept(from)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('are 255 at most, and zeros before a sign was ever heard', async () => {
    expect(await kept()).toEqual(Array(STRIP_MINUTES).fill(0));
    for (let writes = 0; writes < 3; writes += 1) await write({ minute: NOW, count: 100, now: NOW }, 'in time');
    expect(await kept()).toEqual([...Array(STRIP_MINUTES - 1).fill(0), 255]);
  });

  test.each([
    ['back by an hour and more', -90],
    ['back by ten minutes', -10],
    ['ahead by ten minutes', 10],
    ['ahead by a year', 525_600],
  ])('F1: are right from the next write on where the clock is set %s', async (_how, byMinutes) => {
    for (let minute = NOW - 20; minute <= NOW; minute += 1) await write({ minute, count: 12, now: minute }, 'in time');
    const now = NOW + byMinutes;
    // What was heard before the clock was set, and what after.
    await write({ minute: NOW, count: 5, now }, 'later');
    await write({ minute: now, count: 7, now }, 'in time');
    await write({ minute: now + 1, count: 12, now: now + 1 }, 'in time');
    const counts = await kept(now - STRIP_MINUTES + 2);
    expect(counts.slice(-2)[1]).toBe(12);
    expect(counts.slice(-2)[0]).toBe(7 + (now === NOW - 10 ? 12 : 0));
    for (const [index, count] of counts.slice(0, -2).entries()) {
      const minute = now - STRIP_MINUTES + 2 + index;
      const isKept = minute >= NOW - 20 && minute <= NOW;
      expect(count).toBe(isKept ? 12 + (minute === NOW ? 5 : 0) : 0);
    }
  });

  test('are counted where another node has written the time of the last one since', async () => {
    await write({ minute: NOW, count: 3, now: NOW }, 'in time');
    const { lastSeenAt } = await row();
    const other = { ...facts, writtenSeenAtMs: 1, deviceSignId, seenAtMs: NOW * MINUTE_MS - 5_000 };
    const heard = { byDevice: new Map([[deviceSignId, { minute: NOW, count: 2 }]]), nowMs: NOW * MINUTE_MS };
    expect(await writeLastSeen(database.db, [other], heard)).toEqual({ differing: [], foreign: [deviceSignId] });
    expect((await kept()).at(-1)).toBe(5);
    expect((await row()).lastSeenAt).toEqual(lastSeenAt);
  });
});
