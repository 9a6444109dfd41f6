import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSignsWorld, beat, connectKiosk, linkKiosk, type SignsWorld } from '../signs/testing/signs-world.ts';
import { createMetrics } from './metrics.ts';

const table = readFileSync(new URL('../../../docs/METRICS.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, labels, meaning] = /^\| `(signs_\w+)` \| (.*?) \| (.+?) \|$/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label), meaning }];
  });

test('R5: docs/METRICS.md lists what is there, with its labels and its meaning', () => {
  const { registry } = createMetrics();
  const registered = registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('signs_'))
    .map((metric) => ({
      name: metric.name,
      labels: (metric as unknown as { labelNames: string[] }).labelNames,
      meaning: (metric as unknown as { help: string }).help,
    }));
  expect(table).toEqual(registered.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
});

test('R5: names say their unit, and counters are totals', () => {
  for (const metric of createMetrics().registry.getMetricsAsArray()) {
    const { name } = metric;
    if (!name.startsWith('signs_')) continue;
    const type = metric.constructor.name;
    expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: type === 'Counter' });
    if (type === 'Histogram') expect(name).toMatch(/_seconds$/);
    expect(name).not.toMatch(/_ms$|_millis/);
  }
});

test('F2: a counter whose labels have known values has every series from the start, at 0', async () => {
  const counters = (await createMetrics().registry.getMetricsAsJSON()).filter(
    ({ name, type }) => name.startsWith('signs_') && (type as unknown as string) === 'counter',
  );
  for (const { name, values } of counters)
    expect({ name, values: values.map(({ value }) => value) }).not.toEqual({ name, values: [] });
  for (const { values } of counters) expect(new Set(values.map(({ value }) => value))).toEqual(new Set([0]));
  const claims = counters.find(({ name }) => name === 'signs_claims_total')!;
  expect(claims.values.map(({ labels }) => labels['outcome'])).toEqual(
    expect.arrayContaining(['committed', 'device_no_ack', 'short_code_unknown']),
  );
});

describe('R5: a node', () => {
  let world: SignsWorld;
  beforeAll(async () => {
    world = await startSignsWorld();
  });
  afterAll(() => world.service.close());

  test('counts what its kiosks and operators do', async () => {
    const kiosk = await connectKiosk(world);
    await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    beat(kiosk, {});
    const { registry } = world.service.metrics;
    // A node serves before its lease is written.
    const lease = () => registry.getSingleMetricAsString('signs_node_lease_held');
    await expect.poll(lease, { timeout: 60_000 }).toMatch(/^signs_node_lease_held 1$/m);
    const text = await registry.metrics();
    const value = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')[1],
      );
    expect(value('signs_heartbeats_total')).toBeGreaterThanOrEqual(1);
    expect(value('signs_claims_total{outcome="committed"}')).toBe(1);
    expect(value('signs_claim_overhead_seconds_count')).toBe(1);
    expect(value('signs_claim_duration_seconds_count{outcome="committed"}')).toBe(1);
    expect(value('signs_presence{presence="online"}')).toBe(1);
    expect(value('signs_presence_changes_total{to="online"}')).toBe(1);
    expect(value('signs_kiosk_connections')).toBe(1);
    expect(value('signs_node_lease_held')).toBe(1);
    expect(value('signs_cache_up{cache="embedded"}')).toBe(1);
    expect(value('signs_http_requests_under_way')).toBe(0);

    // Another node has written a verdict, and this one writes another over it.
    const { db } = world.service.database;
    await db.updateTable('sign').set({ presence: 'offline' }).where('deviceSignId', '=', kiosk.signId).execute();
    beat(kiosk, { contentState: 'error' });
    const verdicts = () => registry.getSingleMetricAsString('signs_presence_changes_total');
    await expect.poll(verdicts, { timeout: 60_000 }).toMatch(/^signs_presence_changes_total\{to="online"\} 2$/m);
    expect(await verdicts()).toMatch(/^signs_presence_changes_total\{to="offline"\} 0$/m);
  });

  test('F2: counts guessed codes and other refusals that no attempt stands for, wherever they are asked', async () => {
    const { service, people, organizationId, eventId } = world;
    const place = { organizationId, eventId, name: 'Foyer', location: 'Hall 1' };
    const record = await world.makeRecord();
    const guess = { shortCode: '000000' };
    const asked = [
      await people.operator.call('POST', '/api/signs/claim/start', guess),
      await people.operator.call('POST', '/api/signs/claim', { ...place, ...guess, url: 'https://example.com/' }),
      await people.operator.call('POST', `/api/signs/${record.id}/link`, guess),
    ];
    expect(asked.map(({ body }) => (body as { code: string }).code)).toEqual(Array(3).fill('short_code_unknown'));
    const text = await service.metrics.registry.metrics();
    expect(text).toContain('signs_claims_total{outcome="short_code_unknown"} 3\n');
    // No attempt was made: there is nothing to time.
    expect(text).not.toContain('signs_claim_duration_seconds_count{outcome="short_code_unknown"}');
  });
});
