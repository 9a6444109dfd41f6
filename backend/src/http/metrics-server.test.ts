import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { httpUrl } from '../urls/build-server-url.ts';
import { startMetricsServer } from './metrics-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(metrics = createMetrics(), host: '127.0.0.1' | '::1' = '127.0.0.1') {
  const server = await startMetricsServer(metrics.registry, { host, port: 0 });
  closers.push(server.close);
  return server;
}

test('R5: the numbers of a node, as Prometheus reads them', async () => {
  const metrics = createMetrics();
  const { url } = await serve(metrics);
  metrics.heartbeats.inc(3);
  metrics.claims.inc({ outcome: 'committed' });
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n');
  expect(lines).toContain('signs_heartbeats_total 3');
  expect(lines).toContain('signs_claims_total{outcome="committed"} 1');
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true);
  }
});

test('two nodes in one process count for themselves', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.heartbeats.inc();
  expect(await other.registry.getSingleMetricAsString('signs_heartbeats_total')).toContain('signs_heartbeats_total 0');
});

test('nothing else is there, and it listens on the loopback interface', async () => {
  const { url } = await serve();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('a port that is taken is told', async () => {
  const { url } = await serve();
  await expect(
    startMetricsServer(createMetrics().registry, { host: '127.0.0.1', port: Number(new URL(url).port) }),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

/** The status of a request that names this host. */
function statusOf(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host }, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

test('L9: who asks by another name than the machine’s own is refused', async () => {
  const { url } = await serve();
  const { port } = new URL(url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`, '127.0.0.53'])
    expect([host, await statusOf(url, host)]).toEqual([host, 200]);
  for (const host of [
    'rebound.example',
    `rebound.example:${port}`,
    '127.0.0.1.example',
    '192.168.1.5',
    'localhost.example',
    '[::2]',
  ])
    expect([host, await statusOf(url, host)]).toEqual([host, 421]);
});

test('L9: an address of IPv6 stands in brackets', async () => {
  const { url } = await serve(createMetrics(), '::1');
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/metrics$/);
  expect((await fetch(url)).status).toBe(200);
  expect(httpUrl('fe80::1%eth0', 80)).toBe('http://[fe80::1%25eth0]:80');
  expect(httpUrl('127.0.0.1', 80)).toBe('http://127.0.0.1:80');
});
