import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { makeSelfSigned } from '../adapters/self-signed-certificate.ts';
import { systemClock as clock } from '../adapters/system-clock.ts';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { readBackendMetrics } from '../backend/backend-metrics.ts';
import { checkBackend, checkRecords } from '../checkers/backend.ts';
import { checkRun } from '../checkers/check-run.ts';
import { startContentServer, type ContentServer } from '../pages/content-server.ts';
import type { RunEvidence } from '../evidence/evidence-types.ts';
import { eachInParallel } from '../waiting/each-in-parallel.ts';
import { readDutyRecord } from '../fleet/operator-actions.ts';
import { createFleet, type Fleet, type RecordOf } from '../fleet/fleet.ts';
import { sumHeartbeats } from '../evidence/count-heartbeats.ts';
import { createLatencies } from '../evidence/record-latencies.ts';
import { createMeasure } from './measure-run-cost.ts';
import { SetupError, hireOperators, listAttempts, readSigns, type Crew, type Venue } from '../backend/operators.ts';
import type { OwnBackend } from '../backend/own-backend.ts';
import { createCamera } from '../machine/draw-screenshot.ts';
import { createPageClient, type PageClient } from '../pages/page-client.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Progress } from '../report/progress.ts';
import { buildReport, type Report, type RunFigures } from '../report/report.ts';
import { createRestClient, type RestClient } from '../backend/rest-client.ts';
import { reportAlerts } from '../report/build-alert-report.ts';
import type { RunOptions } from './run-options-type.ts';
import { checkWatch } from '../watch/check-watch.ts';
import { limitsOf } from '../watch/ground-truth.ts';
import { makeVenues, watchFleet, type WatchRecord } from '../watch/watch-run.ts';
import { planWatch, type WatchPlan } from '../plan/watch-plan.ts';
import type { Watch } from '../plan/watch-schema.ts';

/** Everything that surrounds the fleet. It is opened once, and closed whatever happens. */
interface Stage {
  client: RestClient;
  pages: PageClient;
  content: ContentServer;
  crew: Crew;
  /** The events that signs are claimed for; a watch has several. */
  venues: readonly Venue[];
  /** When the backend was seen to serve: monotonic. */
  servedSinceMs: number;
}

/** Plays a scenario against a backend that is up: `own`, or the foreign one of `options`. Throws a `SetupError`. */
export async function perform(options: RunOptions, own: OwnBackend | null, startedAt: string): Promise<Report> {
  const access = own?.access ?? options.foreign!;
  const client = createRestClient(access.url, clock);
  const pages = createPageClient(clock);
  const content = await startContentServer(clock, options.scenario.slowPageMs, await makeSelfSigned());
  try {
    const venueName = `Simulation ${options.scenarioName}, seed ${options.seed}, ${startedAt}`;
    const { watch } = options.scenario;
    if (watch && !own)
      throw new SetupError('this scenario checks notifications, so it needs a backend of its own: omit --url');
    const servedSinceMs = clock.monotonicMs();
    const crew = await hireOperators(client, access, venueName, own?.readInvitation ?? null);
    const venues = watch ? await makeVenues(crew, watch) : [crew.venue];
    return await play({ client, pages, content, crew, venues, servedSinceMs }, options, own, startedAt);
  } finally {
    await Promise.all([client.close(), pages.close(), content.close()]);
  }
}

async function play(stage: Stage, options: RunOptions, own: OwnBackend | null, startedAt: string): Promise<Report> {
  const { client } = stage;
  const { scenario, progress } = options;
  // When its own backend is gone, the run ends early too, with a report.
  const signal = own ? AbortSignal.any([options.signal, own.process.gone]) : options.signal;
  const startedMs = clock.monotonicMs();
  const latencies = {
    claimOverhead: createLatencies(),
    claimTotal: createLatencies(),
    heartbeatAck: createLatencies(),
  };
  const watchPlan = scenario.watch ? planWatch(options.seed, scenario.watch, options.kiosks) : null;
  const fleet = assemble(stage, options, own, watchPlan, {
    onHeartbeatAck: latencies.heartbeatAck.record,
    onPlainClaim(totalMs, loadMs) {
      latencies.claimTotal.record(totalMs);
      latencies.claimOverhead.record(totalMs - loadMs);
    },
  });
  const measure = createMeasure(clock, own?.process.metricsUrl ?? null);
  const stopWatching = watch(fleet, progress, measure.sample, startedMs);
  try {
    progress.phase('booting');
    await fleet.boot(signal);
    progress.phase('claiming');
    await fleet.playStories(scenario.storiesAtOnce, signal);
    progress.phase('quiet');
    const quiet = await measure.quietWindow(scenario.quietMs, () => fleet.count().heartbeatsSent, signal);

    progress.phase('judging');
    const readAtMs = clock.monotonicMs();
    const { unread, recordOf, ...records } = await readRecords(stage, fleet.dutyRecords());
    const run: RunEvidence = { kiosks: fleet.evidence(recordOf), ...records, readAtMs };
    // An interrupted run judges only the stories that were played to their end.
    const whole = { ...run, kiosks: run.kiosks.filter(({ over }) => over) };
    const promises = [checkRecords(unread), ...(unread === null ? checkRun(whole) : [])];
    const record =
      scenario.watch && watchPlan && own && !signal.aborted
        ? await watchClaimed(stage, options, own, { watch: scenario.watch, plan: watchPlan, fleet, signal })
        : null;
    if (record) promises.push(...checkWatch(record));
    if (own) {
      const { boundaryCaught } = await readBackendMetrics(own.process.metricsUrl);
      promises.unshift(checkBackend(own.process, client.serverErrors(), boundaryCaught));
    }
    const qrGone = createLatencies();
    for (const ms of run.kiosks.flatMap(({ qrGoneMs }) => qrGoneMs)) qrGone.record(ms);
    const figures: RunFigures = {
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
    };
    const { command, seed, kiosks, scenarioName, versions } = options;
    const backend = own ? 'a backend of its own' : options.foreign!.url;
    const durationSeconds = (clock.monotonicMs() - startedMs) / 1_000;
    const interrupted = options.signal.aborted;
    const facts = { command, seed, kiosks, scenario: scenarioName, backend, versions, startedAt, durationSeconds };
    return buildReport({ ...facts, interrupted }, run, promises, figures, record && reportAlerts(record));
  } finally {
    stopWatching();
    await fleet.stop();
  }
}

function watchClaimed(
  { client, crew, venues, servedSinceMs }: Stage,
  { scenario, progress }: RunOptions,
  own: OwnBackend,
  { watch, plan, fleet, signal }: { watch: Watch; plan: WatchPlan; fleet: Fleet; signal: AbortSignal },
): Promise<WatchRecord> {
  const limits = limitsOf(scenario.heartbeatIntervalMs, watch);
  const { kiosks } = fleet;
  const world = { clock, client, crew, own, browsers: own.browsers!, watch, plan, limits, venues, kiosks };
  return watchFleet({ ...world, progress, signal, servedSinceMs });
}

function assemble(
  { content, pages, crew, venues }: Stage,
  { kiosks, seed, scenario, versions }: RunOptions,
  own: OwnBackend | null,
  watchPlan: WatchPlan | null,
  listeners: { onHeartbeatAck(latencyMs: number): void; onPlainClaim(totalMs: number, loadMs: number): void },
): Fleet {
  const { venue, operators } = crew;
  const venueOf = (index: number): Venue => venues[watchPlan?.eventOf[index] ?? 0] ?? venue;
  // A backend that outlives the run must see new devices in each run.
  const identitySeed = own ? seed : `${seed} ${venue.eventId}`;
  const plans = Array.from({ length: kiosks }, (_, index) =>
    makePlan(seed, scenario, { wrongCodes: own !== null, twoPeople: own !== null }, index),
  );
  const transport = createKioskTransport(crew.url, clock);
  const { batchEveryMs } = scenario;
  const limits = batchEveryMs === undefined ? {} : { batchEveryMs, batchSpreadMs: batchEveryMs };
  const appVersion = versions['simulator'] ?? '0';
  const shared = { seed, identitySeed, clock, content, ...listeners };
  return createFleet(
    plans,
    { ...shared, pages, camera: createCamera(), transport, appVersion, limits },
    ({ index }) => ({
      ...shared,
      venue: venueOf(index),
      owner: crew.owner,
      own: operators[index % operators.length]!,
      other: operators[(index + 1) % operators.length]!,
    }),
  );
}

/** Reads the backend's records. Where that fails, `unread` says why: it becomes a finding, and the run is reported all the same. */
async function readRecords({ crew: { owner }, venues }: Stage, dutyRecords: readonly string[]) {
  const nothing = { commands: [], contentFetches: [] };
  try {
    const known = new Map<string, Awaited<ReturnType<typeof readDutyRecord>>>();
    await eachInParallel(dutyRecords, READS_AT_ONCE, async (id) => void known.set(id, await readDutyRecord(owner, id)));
    const recordOf: RecordOf = (id) => known.get(id) ?? nothing;
    const lists: ClaimAttempt[][] = [];
    for (const venue of venues) lists.push(await listAttempts(owner, venue));
    const attempts = lists.flat();
    return { attempts, signs: await readSigns(owner, attempts), unread: null, recordOf };
  } catch (error) {
    const recordOf: RecordOf = () => nothing;
    return { attempts: [], signs: [], recordOf, unread: error instanceof Error ? error.message : String(error) };
  }
}

const READS_AT_ONCE = 8;
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
