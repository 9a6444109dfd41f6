import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MetricRow } from '@sign-display/contracts/rest/telemetry';
import { systemClock } from '../../adapters/system-clock.ts';
import { startSignsWorld, type SignsWorld } from '../../signs/testing/signs-world.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { problemOf } from '../../access/testing/test-service.ts';
import { insertLinkedSign } from '../testing/analytics-fixtures.ts';
import { startSignMetricsWriter } from './sign-metrics-writer.ts';
import { METRIC_INTERVAL_MS, createSignMetrics, type HeartbeatMetrics } from './gather-sign-metrics.ts';

const random = createSeededRandom('sign metrics');
const log = pino({ level: 'silent' });
let world: SignsWorld;

beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());
beforeEach(() => world.service.database.db.deleteFrom('signMetric').execute());

const metricsOf = (more: Partial<HeartbeatMetrics> = {}): HeartbeatMetrics => ({
  cpuLoad: 0.5,
  memUsedBytes: 100,
  memTotalBytes: 1_000,
  uptimeSeconds: 7,
  ...more,
});
const anyMetrics = fc.record(
  {
    cpuLoad: fc.double({ min: 0, max: 1, noNaN: true }),
    memUsedBytes: fc.maxSafeNat(),
    memTotalBytes: fc.maxSafeNat(),
    uptimeSeconds: fc.double({ min: 0, max: 1e10, noNaN: true }),
    temperatureCelsius: fc.double({ min: -100, max: 300, noNaN: true }),
    eventLoopLagMs: fc.double({ min: 0, max: 1e12, noNaN: true }),
  },
  { requiredKeys: ['cpuLoad', 'memUsedBytes', 'memTotalBytes', 'uptimeSeconds'] },
);

/** The service beside the tests drops the partitions of days that are past their retention, by its own clock. */
const clockOfToday = () => createManualClock(Math.floor(systemClock.now() / METRIC_INTERVAL_MS) * METRIC_INTERVAL_MS);

const makeSign = (clock = clockOfToday()) =>
  insertLinkedSign(world.service.database.db, { clock, random }, { id: world.organizationId, eventId: world.eventId });
const read = async (signId: string, query = ''): Promise<{ items: MetricRow[]; nextCursor: string | null }> => {
  const { status, body } = await world.people.viewer.call('GET', `/api/signs/${signId}/metrics${query}`);
  expect(status).toBe(200);
  return body as { items: MetricRow[]; nextCursor: string | null };
};

function start(clock = clockOfToday(), database = world.service.database.db) {
  const metrics = createSignMetrics();
  return { metrics, clock, writer: startSignMetricsWriter({ db: database, metrics, clock, random, log }) };
}

describe('the metrics of a sign', () => {
  test('gather the heartbeats of an interval: means, largest and last values', () => {
    fc.assert(
      fc.property(fc.array(anyMetrics, { minLength: 1, maxLength: 30 }), (heard) => {
        const metrics = createSignMetrics();
        for (const each of heard) metrics.add('device', each, 90_000);
        const [row, ...more] = metrics.take(null);
        expect(more).toEqual([]);
        const mean = (of: (each: HeartbeatMetrics) => number) =>
          heard.reduce((sum, each) => sum + of(each) / heard.length, 0);
        expect(row).toMatchObject({ atMs: 60_000, heartbeats: heard.length, intervalMs: 60_000 });
        expect(row!.cpuLoad).toBeCloseTo(
          mean((each) => each.cpuLoad),
          9,
        );
        expect(row!.memUsedBytes / Number.MAX_SAFE_INTEGER).toBeCloseTo(
          mean((each) => each.memUsedBytes) / Number.MAX_SAFE_INTEGER,
          9,
        );
        expect(row!.memTotalBytes).toBe(heard.at(-1)!.memTotalBytes);
        expect(row!.uptimeSeconds).toBe(heard.at(-1)!.uptimeSeconds);
        const hottest = heard.flatMap((each) => each.temperatureCelsius ?? []);
        expect(row!.temperatureCelsius).toBe(hottest.length === 0 ? null : Math.max(...hottest));
      }),
    );
  });

  test('leave no heartbeat out and count none twice, whenever they are taken', () => {
    const step = fc.oneof(fc.constant('take' as const), fc.integer({ min: -90_000, max: 90_000 }));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const metrics = createSignMetrics();
        let nowMs = 1_000_000_000;
        let sent = 0;
        let counted = 0;
        const count = (rows: { heartbeats: number }[]) => {
          for (const { heartbeats } of rows) counted += heartbeats;
        };
        for (const each of steps) {
          if (each === 'take') count(metrics.take(nowMs));
          else {
            // A clock may go back.
            nowMs += each;
            metrics.add('device', metricsOf(), nowMs);
            sent += 1;
          }
        }
        count(metrics.take(null));
        expect(counted).toBe(sent);
      }),
    );
  });

  test('are a row an interval, written when it is over; an interval without a heartbeat is a gap', async () => {
    const { metrics, clock, writer } = start();
    const sign = await makeSign(clock);
    const first = clock.now();
    metrics.add(sign.deviceSignId, metricsOf({ cpuLoad: 0.2, temperatureCelsius: 40 }), clock.now());
    metrics.add(sign.deviceSignId, metricsOf({ cpuLoad: 0.4, memUsedBytes: 103 }), clock.now());
    clock.advance(METRIC_INTERVAL_MS - 1);
    await writer.settled();
    expect((await read(sign.id)).items).toEqual([]);
    clock.advance(3 * METRIC_INTERVAL_MS);
    await writer.settled();
    metrics.add(sign.deviceSignId, metricsOf(), clock.now());
    await writer.stop();
    const { items } = await read(sign.id);
    expect(items.map(({ at }) => at)).toEqual(
      [first + 3 * METRIC_INTERVAL_MS, first].map((at) => new Date(at).toISOString()),
    );
    expect(items[1]).toEqual({
      at: new Date(first).toISOString(),
      intervalMs: METRIC_INTERVAL_MS,
      heartbeats: 2,
      cpuLoad: expect.closeTo(0.3, 9),
      memUsedBytes: 102,
      memTotalBytes: 1_000,
      uptimeSeconds: 7,
      temperatureCelsius: 40,
      eventLoopLagMs: null,
    });
  });

  test('are one row where the sign went over to another node within the interval', async () => {
    const clock = clockOfToday();
    const [one, other] = [start(clock), start(clock)];
    const sign = await makeSign(clock);
    const atMs = clock.now();
    for (const [node, cpuLoad, beats] of [
      [one, 0.1, 1],
      [other, 0.4, 2],
    ] as const)
      for (let beat = 0; beat < beats; beat += 1)
        node.metrics.add(sign.deviceSignId, metricsOf({ cpuLoad, memUsedBytes: Number.MAX_SAFE_INTEGER }), atMs);
    await Promise.all([one.writer.stop(), other.writer.stop()]);
    const { items } = await read(sign.id);
    expect(items).toMatchObject([{ heartbeats: 3, cpuLoad: expect.closeTo(0.3, 9) }]);
  });

  test('survive a database that is away for an interval, and whatever a kiosk says of itself', async () => {
    const gated = await createGatedDatabase(world.service.database);
    onTestFinished(() => gated.close());
    let isAway = true;
    const { metrics, clock, writer } = start(
      clockOfToday(),
      gated.open(async () => {
        if (isAway) throw new Error('away');
      }).db,
    );
    const signs = await Promise.all(Array.from({ length: 20 }, () => makeSign(clock)));
    for (const [index, each] of fc.sample(anyMetrics, { numRuns: 20, seed: 1 }).entries())
      metrics.add(signs[index]!.deviceSignId, each, clock.now());
    clock.advance(METRIC_INTERVAL_MS + 5_000);
    await writer.settled();
    isAway = false;
    clock.advance(METRIC_INTERVAL_MS);
    await writer.settled();
    for (const { id } of signs) expect((await read(id)).items.length).toBe(1);
    await writer.stop();
  });

  test('R4: of a whole fleet are written a thousand at once, so that the loop answers others between two statements', async () => {
    const gated = await createGatedDatabase(world.service.database);
    onTestFinished(() => gated.close());
    const statements: string[] = [];
    const pool = gated.open(async (statement) => void statements.push(statement));
    const { metrics, clock, writer } = start(clockOfToday(), pool.db);
    const sign = await makeSign(clock);
    for (let count = 0; count < 2_500; count += 1)
      metrics.add(`11111111-1111-4111-8111-${String(count).padStart(12, '0')}`, metricsOf(), clock.now());
    metrics.add(sign.deviceSignId, metricsOf(), clock.now());
    await writer.stop();
    expect(statements.filter((statement) => statement.includes('insert into sign_metric')).length).toBe(3);
    expect((await read(sign.id)).items.length).toBe(1);
  });

  test('are written at the stop, also where the first try fails', async () => {
    const gated = await createGatedDatabase(world.service.database);
    onTestFinished(() => gated.close());
    let failures = 1;
    const pool = gated.open(async () => {
      if ((failures -= 1) >= 0) throw new Error('the connection broke');
    });
    const { metrics, clock, writer } = start(clockOfToday(), pool.db);
    const sign = await makeSign(clock);
    metrics.add(sign.deviceSignId, metricsOf(), clock.now());
    await writer.stop();
    expect((await read(sign.id)).items).toMatchObject([{ heartbeats: 1 }]);
  });

  test('are nobody’s without a record, and not there for a stranger (A1)', async () => {
    const { metrics, clock, writer } = start();
    metrics.add('11111111-1111-4111-8111-111111111111', metricsOf(), clock.now());
    await writer.stop();
    expect(await world.service.database.db.selectFrom('signMetric').selectAll().execute()).toEqual([]);
    const { id } = await makeSign(clock);
    const reply = await world.people.stranger.call('GET', `/api/signs/${id}/metrics`);
    expect(problemOf(reply).code).toBe('not_found');
  });

  test('are paged, of the range that is asked for', async () => {
    const { metrics, clock, writer } = start();
    const { id, deviceSignId } = await makeSign(clock);
    const times = [0, 1, 2, 3, 4].map((minute) => clock.now() + minute * METRIC_INTERVAL_MS);
    for (const atMs of times) metrics.add(deviceSignId, metricsOf(), atMs);
    await writer.stop();
    const [from, to] = [times[1]!, times[4]!].map((atMs) => new Date(atMs).toISOString());
    const first = await read(id, `?from=${from}&to=${to}&limit=2`);
    const second = await read(id, `?from=${from}&to=${to}&limit=2&cursor=${first.nextCursor}`);
    const read2 = [...first.items, ...second.items].map(({ at }) => Date.parse(at));
    expect(read2).toEqual(times.slice(1, 4).toReversed());
    expect(second.nextCursor).toBe(null);
  });
});
