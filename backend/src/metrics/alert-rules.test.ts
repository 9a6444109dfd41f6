import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectWireKiosk } from '../cluster/testing/socket-kiosk.ts';
import { createServiceProcesses, signIn } from '../process/testing/service-process.ts';
import { findOutsideProgram } from '../testing/outside-programs.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { findFreePort } from '../testing/redis-server.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';

/** The alert rules of docs/operations/alerts.yml, run by the real Prometheus. */

const RULES = join(import.meta.dirname, '../../../docs/operations/alerts.yml');
const rules = readFileSync(RULES, 'utf8');
const alertNames = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name!);
const prometheus = findOutsideProgram('prometheus');
const promtool = findOutsideProgram('promtool', 'prometheus');

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };

/** Series a minute apart, as promtool writes them: `from` + `step` × `count`. What fires the alert, and what is near and does not. */
type Series = Record<string, string>;
const CASES: Record<string, { fires: Series; rests: Series }> = {
  NodeDown: { fires: { 'up{job="sign-display"}': '0x20' }, rests: { 'up{job="sign-display"}': '1x20' } },
  NodeLeaseLost: { fires: { signs_node_lease_held: '0x20' }, rests: { signs_node_lease_held: '1x20' } },
  SignsWentOffline: {
    fires: { 'signs_presence_changes_total{to="offline"}': '0x18 1 1' },
    rests: {
      'signs_presence_changes_total{to="offline"}': '7x20',
      'signs_presence_changes_total{to="online"}': '0+9x20',
    },
  },
  SignsAreOffline: {
    fires: { 'signs_claimed{presence="offline"}': '3x20' },
    rests: { 'signs_claimed{presence="offline"}': '0x20', 'signs_claimed{presence="online"}': '3x20' },
  },
  ServiceBlamesItself: {
    fires: { 'signs_presence_warm_ups_total{reason="mass_silence"}': '0x10 1x10' },
    rests: { 'signs_presence_warm_ups_total{reason="start"}': '0x10 1x10' },
  },
  ClaimsFail: {
    fires: {
      'signs_claims_total{outcome="device_no_ack"}': '0+6x20',
      'signs_claims_total{outcome="committed"}': '0+4x20',
    },
    rests: {
      'signs_claims_total{outcome="device_no_ack"}': '0+4x20',
      'signs_claims_total{outcome="committed"}': '0+6x20',
    },
  },
  ClaimsAreSlow: {
    fires: {
      'signs_claim_overhead_seconds_bucket{le="0.5"}': '0+1x20',
      'signs_claim_overhead_seconds_bucket{le="1"}': '0+9x20',
      'signs_claim_overhead_seconds_bucket{le="+Inf"}': '0+9x20',
    },
    rests: {
      'signs_claim_overhead_seconds_bucket{le="0.5"}': '0+9x20',
      'signs_claim_overhead_seconds_bucket{le="1"}': '0+9x20',
      'signs_claim_overhead_seconds_bucket{le="+Inf"}': '0+9x20',
    },
  },
  CodesAreGuessed: {
    fires: { 'signs_claims_total{outcome="short_code_unknown"}': '0+3x20' },
    rests: { 'signs_claims_total{outcome="short_code_unknown"}': '0+1x20' },
  },
  RequestsFail: {
    fires: {
      'signs_http_request_duration_seconds_count{status="5xx"}': '0+6x20',
      'signs_http_request_duration_seconds_count{status="2xx"}': '0+94x20',
    },
    rests: {
      'signs_http_request_duration_seconds_count{status="5xx"}': '0+4x20',
      'signs_http_request_duration_seconds_count{status="2xx"}': '0+96x20',
    },
  },
  RequestsAreShed: {
    fires: { 'signs_http_requests_shed_total{class="heavy"}': '0x18 1 1' },
    rests: { 'signs_http_requests_shed_total{class="heavy"}': '1x20' },
  },
  DatabaseQueue: {
    fires: { signs_database_waiting_queries: '2x20' },
    rests: { signs_database_waiting_queries: '0 2 0 2 0 2 0 2 0 2 0 2 0 2 0 2 0 2 0 2 0' },
  },
  DatabaseErrors: {
    fires: { signs_database_errors_total: '0+4x20' },
    rests: { signs_database_errors_total: '0+1x20' },
  },
  NotificationsStuck: {
    fires: { signs_notification_queue_age_seconds: '400x20' },
    rests: { signs_notification_queue_age_seconds: '200x20' },
  },
  NotificationsFailed: {
    fires: { 'signs_notifications_total{result="failed"}': '0x10 1x10' },
    rests: { 'signs_notifications_total{result="sent"}': '0+9x20' },
  },
  JobsDead: {
    fires: { 'signs_jobs{state="dead"}': '1x20' },
    rests: { 'signs_jobs{state="due"}': '9x20', 'signs_jobs{state="dead"}': '0x20' },
  },
  BugMet: {
    fires: { 'signs_boundary_caught_total{source="message"}': '0x18 1 1' },
    rests: { 'signs_boundary_caught_total{source="message"}': '0x20' },
  },
};

describe.skipIf(prometheus.mayBeSkipped)(`alert rules; ${prometheus.need}`, () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });
  afterAll(() => folder.remove());

  test('F2: every rule has a case in which it fires and one in which it does not', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(alertNames.toSorted());
  });

  test.each(alertNames)('F2: the rule %s fires upon what it is for, and upon nothing near it', async (alertname) => {
    const { fires, rests } = CASES[alertname]!;
    // What promtool expects of an alert are its labels and annotations too; ALERTS, the series that it writes, says the same in less.
    const expectIn = (series: Series, value: 0 | 1) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
          eval_time: '19m',
          exp_samples: [{ labels: '{}', value }],
        },
      ],
    });
    // JSON is YAML.
    const file = join(folder.path, `${alertname}.yml`);
    const tests = { rule_files: [RULES], evaluation_interval: '1m', tests: [expectIn(fires, 1), expectIn(rests, 0)] };
    await writeFile(file, JSON.stringify(tests));
    const { stdout } = await promisify(execFile)(promtool.path(), ['test', 'rules', file]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toContain('SUCCESS');
    expect(stdout).not.toContain('FAILED');
  });

  test('F2, R5: Prometheus finds every series of the rules in a fresh service, and reports its first outage', async () => {
    const database = await createTestDatabase();
    const services = createServiceProcesses();
    onTestFinished(async () => {
      await services.end();
      await database.drop();
    });
    const service = services.start({
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: database.url,
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
      HEARTBEAT_INTERVAL_MS: '500',
      OFFLINE_AFTER_MS: '1500',
      WARM_UP_MS: '500',
    });
    const { url, metricsUrl } = await service.ready();
    const { query, firing } = await startPrometheus(folder.path, new URL(metricsUrl).host);

    // Nothing has happened yet: every series that a rule reads is there all the same.
    const selectors = new Set(
      Array.from(rules.matchAll(/\b(?:signs_\w+|up)(?:\{[^}]*\})?(?=[^\w{"])/g), ([one]) => one),
    );
    expect(selectors.size).toBeGreaterThan(15);
    for (const selector of selectors) {
      await expect.poll(() => query(`count(${selector})`), { message: selector, timeout: 30_000 }).not.toBeNull();
    }
    expect(await firing()).toEqual([]);

    const token = (await signIn(url, OWNER)).headers.get('set-auth-token');
    const call = async (path: string, body: unknown): Promise<Record<string, string>> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, string>;
    };
    const { id: organizationId } = await call('/api/organizations', { name: 'Opera' });
    const { id: eventId } = await call(`/api/organizations/${organizationId}/events`, {
      name: 'Ball',
      timeZone: 'UTC',
    });
    const kiosk = await connectWireKiosk(url);
    if (typeof kiosk === 'string') throw new Error(kiosk);
    const { signId, shortCode } = kiosk;
    const proved = kiosk.proveNext();
    const place = { organizationId, eventId, name: 'Foyer', location: 'Hall 1', url: 'https://example.com/' };
    await call('/api/signs/claim', { ...place, signId, shortCode });
    await proved;
    const metrics = { cpuLoad: 0.1, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 1 };
    kiosk.send('heartbeat', { seq: 1, status: 'showing', mode: 'foreground', metrics, contentState: 'showing' });
    while ((await query('signs_claimed{presence="online"}')) !== 1) await pause(100);
    kiosk.cut();
    while (!(await firing()).includes('SignsWentOffline')) await pause(100);
    // The verdict is counted a moment before it is written.
    await expect.poll(() => query('signs_claimed{presence="offline"}'), { timeout: 30_000 }).toBe(1);
    expect(await query('signs_claims_total{outcome="committed"}')).toBe(1);
    expect(await query('sum(signs_http_request_duration_seconds_count{route="/api/signs/claim",status="2xx"})')).toBe(
      1,
    );
    expect(await query('signs_build_info{version!="unknown"}')).toBe(1);
  });
});

/** Prometheus with our rules, which scrapes `target` five times a second. `query` gives the one value, or null where there is none. */
async function startPrometheus(folder: string, target: string) {
  const port = await findFreePort();
  const config = join(folder, 'prometheus.yml');
  const every = '200ms';
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
      rule_files: [RULES],
      scrape_configs: [{ job_name: 'sign-display', static_configs: [{ targets: [target] }] }],
    }),
  );
  const options = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`];
  const child = spawn(prometheus.path(), [...options, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'], {
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const ask = async (path: string): Promise<Record<string, unknown>> =>
    ((await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as { data: Record<string, unknown> }).data;
  while (!(await ask('status/config').catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`);
    await pause(50);
  }
  return {
    async query(expression: string): Promise<number | null> {
      const { result } = (await ask(`query?query=${encodeURIComponent(expression)}`)) as {
        result: { value: [number, string] }[];
      };
      return result.length === 0 ? null : Number(result[0]!.value[1]);
    },
    async firing(): Promise<string[]> {
      const { alerts } = (await ask('alerts')) as { alerts: { state: string; labels: { alertname: string } }[] };
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
  };
}
