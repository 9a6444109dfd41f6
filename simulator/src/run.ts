import { toHex } from '@sign-display/contracts/identifiers';
import { seededRandom } from './adapters/seeded-random.ts';
import { startBackend, type BackendProcess } from './adapters/backend-process.ts';
import { createSocketTransport } from './adapters/socket-transport.ts';
import { systemClock as clock } from './adapters/system-clock.ts';
import { checkBackend } from './checkers/backend.ts';
import { checkRun } from './checkers/check-run.ts';
import { startContentServer } from './content-server.ts';
import type { HeartbeatCount } from './evidence.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { createLatencies } from './latencies.ts';
import { createMeasure } from './measure.ts';
import { createOperator, listAttempts, readSigns, makeVenue, signIn, type Operator, type Venue } from './operators.ts';
import { createPageClient } from './page-client.ts';
import { makePlan } from './plan/make-plan.ts';
import type { Progress } from './report/progress.ts';
import { buildReport, type Report, type RunFacts } from './report/report.ts';
import { createRestClient, type RestClient } from './rest-client.ts';
import type { Scenario } from './scenario.ts';

/** A backend that runs already, and who may claim there. */
export interface ForeignBackend {
  url: string;
  email: string;
  password: string;
}

export interface RunOptions {
  kiosks: number;
  seed: string;
  scenario: Scenario;
  scenarioName: string;
  /** Null: the run starts its own. */
  foreign: ForeignBackend | null;
  command: string;
  versions: Record<string, string>;
  environment: Record<string, string | undefined>;
  progress: Progress;
  /** Fires when the run is to end early. */
  signal: AbortSignal;
}

export interface RunResult {
  report: Report;
  /** The folder of the run's own backend, where it was kept because not all was well. */
  keptFolder: string | null;
}

/** Signed-in sessions that share the claiming: the backend limits requests a session. */
const SESSIONS = 4;

/** Runs a scenario from start to end. Throws where it can't start: `SetupError`, `BackendStartError`, or the system's own words. */
export async function runSimulation(options: RunOptions): Promise<RunResult> {
  const { progress } = options;
  const startedAt = new Date(clock.now()).toISOString();
  progress.phase('starting');
  const own = options.foreign ? null : await startOwnBackend(options);
  let report: Report | null = null;
  try {
    report = await runAgainst(options, own, startedAt);
  } finally {
    progress.end();
    await own?.backend.stop();
    if (report?.verdict === 'held' || report?.verdict === 'interrupted' || report === null)
      await own?.backend.removeFolder();
  }
  return { report, keptFolder: report.verdict === 'broken' && own ? own.backend.folder : null };
}

async function startOwnBackend({ seed, scenario, environment }: RunOptions) {
  const email = 'owner@simulation.example';
  const password = toHex(seededRandom(seed, 'password').bytes(16));
  const unlimited = '1000000000';
  const backend = await startBackend(environment, {
    BOOTSTRAP_EMAIL: email,
    BOOTSTRAP_PASSWORD: password,
    HEARTBEAT_INTERVAL_MS: String(scenario.heartbeatIntervalMs),
    LOAD_TIMEOUT_MS: String(scenario.loadTimeoutMs),
    ACK_TIMEOUT_MS: String(scenario.ackTimeoutMs),
    // Operators here are quicker than people, and share an address.
    RATE_LIMIT_PER_MINUTE: unlimited,
    SIGN_IN_LIMIT_PER_MINUTE: unlimited,
    SHORT_CODE_FAILURES: unlimited,
  });
  return { backend, access: { url: backend.url, email, password } };
}

async function runAgainst(
  options: RunOptions,
  own: { backend: BackendProcess; access: ForeignBackend } | null,
  startedAt: string,
): Promise<Report> {
  const { seed, scenario, progress, signal } = options;
  const access = own?.access ?? options.foreign!;
  const startedMs = clock.monotonicMs();
  const client = createRestClient(access.url, clock);
  const pages = createPageClient(clock);
  const content = await startContentServer(clock, scenario.slowPageMs);
  let fleet: Fleet | null = null;
  try {
    const tokens = await Promise.all(
      Array.from({ length: SESSIONS }, () => signIn(client, access.email, access.password)),
    );
    const venue = await makeVenue(client, tokens[0]!, `Simulation ${options.scenarioName}, seed ${seed}, ${startedAt}`);
    // A backend that outlives the run must meet new devices each time.
    const identitySeed = own ? seed : `${seed} ${venue.eventId}`;
    const latencies = {
      claimOverhead: createLatencies(),
      claimTotal: createLatencies(),
      heartbeatAck: createLatencies(),
    };
    const plans = Array.from({ length: options.kiosks }, (_, index) =>
      makePlan(seed, scenario, { wrongCodes: own !== null }, index),
    );
    const world = {
      identitySeed,
      clock,
      content,
      pages,
      transport: createSocketTransport(access.url, clock),
      appVersion: options.versions['simulator'] ?? '0',
      onHeartbeatAck: latencies.heartbeatAck.record,
    };
    const operators = tokens.map((token) => createOperator(client, token));
    const onPlainClaim = (totalMs: number, loadMs: number) => {
      latencies.claimTotal.record(totalMs);
      latencies.claimOverhead.record(totalMs - loadMs);
    };
    const operatorOf = (number: number): Operator => operators[number % operators.length]!;
    fleet = createFleet(plans, world, ({ index }) => ({
      seed,
      identitySeed,
      clock,
      content,
      venue,
      onPlainClaim,
      own: operatorOf(index),
      other: operatorOf(index + 1),
    }));

    const measure = createMeasure(clock, own?.backend.metricsUrl ?? null);
    const stopWatching = watch(fleet, progress, measure.sample, startedMs);
    try {
      progress.phase('booting');
      await fleet.boot();
      progress.phase('claiming');
      await fleet.playStories(scenario.operatorsAtOnce, signal);
      progress.phase('quiet');
      const heartbeatsSent = () => fleet!.count().heartbeatsSent;
      const quiet = await measure.quietWindow(signal.aborted ? 0 : scenario.quietMs, heartbeatsSent, signal);

      progress.phase('judging');
      const records = await readRecords(client, tokens[0]!, venue, signal);
      const run = { kiosks: fleet.evidence(), ...records };
      const promises = [...checkRun(run), ...(own ? [checkBackend(own.backend, client.serverErrors())] : [])];
      const qrGone = createLatencies();
      for (const ms of run.kiosks.flatMap(({ qrGoneMs }) => qrGoneMs)) qrGone.record(ms);
      const facts: RunFacts = {
        command: options.command,
        seed,
        kiosks: options.kiosks,
        scenario: options.scenarioName,
        backend: own ? 'a backend of its own' : access.url,
        versions: options.versions,
        startedAt,
        durationSeconds: (clock.monotonicMs() - startedMs) / 1_000,
        interrupted: signal.aborted,
      };
      return buildReport(facts, run, promises, {
        latenciesMs: {
          claimOverhead: latencies.claimOverhead.summary(),
          claimTotal: latencies.claimTotal.summary(),
          heartbeatAck: latencies.heartbeatAck.summary(),
          qrGone: qrGone.summary(),
        },
        heartbeats: sumHeartbeats(run.kiosks.map(({ heartbeats }) => heartbeats)),
        reconnects: fleet.reconnects(),
        ...(await measure.end()),
        quiet,
      });
    } finally {
      stopWatching();
    }
  } finally {
    await fleet?.stop();
    await Promise.all([client.close(), pages.close(), content.close()]);
  }
}

/** What the backend has on record. Of an interrupted run what can be had: the backend may be the reason for it. */
async function readRecords(client: RestClient, token: string, venue: Venue, signal: AbortSignal) {
  const orNothing = <Item>(list: Promise<Item[]>) => (signal.aborted ? list.catch(() => [] as Item[]) : list);
  const attempts = await orNothing(listAttempts(client, token, venue));
  const signs = await orNothing(readSigns(client, token, attempts));
  return { attempts, signs };
}

const WATCH_EVERY_MS = 500;

function watch(fleet: Fleet, progress: Progress, sample: () => void, startedMs: number): () => void {
  let cancel = () => {};
  const look = () => {
    progress.update(fleet.count(), clock.monotonicMs() - startedMs);
    sample();
    cancel = clock.after(WATCH_EVERY_MS, look);
  };
  look();
  return () => cancel();
}

function sumHeartbeats(counts: readonly HeartbeatCount[]): HeartbeatCount {
  const total: HeartbeatCount = { sent: 0, acked: 0, unasked: 0, inFlight: 0, lost: 0 };
  for (const count of counts) {
    for (const key of Object.keys(total) as (keyof HeartbeatCount)[]) total[key] += count[key];
  }
  return total;
}
