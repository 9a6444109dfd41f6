import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { readDatabaseFigures, readDatabaseTime } from '../adapters/database-figures.ts';
import { watchEventLoopDelay } from '../adapters/event-loop-delay.ts';
import { createRecurrenceThread } from '../adapters/recurrence-thread.ts';
import { afterTurn } from '../adapters/after-microtasks.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { buildApp, type App } from '../app.ts';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database-types.ts';
import { openDatabase, type DatabaseAddress, type OpenDatabase } from '../db/open-database.ts';
import { prepareDataDirectory } from '@sign-display/embedded-postgres';
import { createDatabaseRoom } from '../db/probe-database-writes.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { withTimeout } from '../flow/with-timeout.ts';
import { JOB_CONNECTIONS } from '../jobs/worker.ts';
import { httpUrl } from '../urls/build-server-url.ts';
import { startMetricsServer } from '../http/metrics-server.ts';
import { createRedisCarrier } from '../cluster/redis-carrier.ts';
import { openRedis } from '../cluster/redis-clients.ts';
import { checkSharedSecret } from '../cluster/shared-secret-check.ts';
import { createSocketIoTransport } from '../sockets/socket-io-kiosks.ts';
import { pushContact } from '../notifications/delivery/push-contact.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { loadOrCreateAuthSecret } from './auth-secret.ts';
import { awaitDatabase } from './await-database.ts';
import { findOrBuildPages } from './find-or-build-pages.ts';
import { plainHttpWarning } from './plain-http-warning.ts';
import { plainRedisWarning } from './plain-redis-warning.ts';
import { StartError } from './start-error.ts';
import { superviseEmbeddedDatabase } from './supervise-embedded-database.ts';
import type { prepareLocalHttps } from './https/serve-local-https.ts';
import { listenError } from './listen-error.ts';
import { measureMachine } from './measure-machine.ts';
import { printAddress, printFirstSign, printMailState, printOwner } from './terminal-messages.ts';

/** One node on the real machine: database, HTTP, sockets, metrics; each piece that was started is stopped again, last first. */
export interface Service {
  stop(reason: string): Promise<void>;
}

/** The process is gone 10 s after a signal; whatever hangs is left behind before that. */
const STOP_WITHIN_MS = 9_000;
/** A connection that was closed is gone within milliseconds; one that isn't by then is of a server that hangs. */
const GONE_WITHIN_MS = 2_000;
/**
 * So many connections may wait to be accepted, where the system lets them (Linux: net.core.somaxconn, mostly 4,096). Node's own 511 is less than a fleet that
 * is back from a power cut: whoever finds no room there tries again by TCP's own clock, after 1 s, 3, 7, 15, 31.
 */
const BACKLOG = 10_000;

/** Undoes what was started, last first, and goes on where one step fails. */
function createUndo(log: Logger) {
  const steps: { what: string; undo(): Promise<void> }[] = [];
  return {
    add: (what: string, undo: () => Promise<void>) => void steps.push({ what, undo }),
    async run(): Promise<void> {
      for (const { what, undo } of steps.splice(0).toReversed()) {
        await undo().catch((error: unknown) => log.error({ err: error, what }, 'service could not be stopped cleanly'));
      }
    },
  };
}

/**
 * Starts the service and resolves when it listens and its database is ready. An abort on the way undoes what was started. Throws a
 * StartError, or an error of the data directory or the embedded database, for what a person can mend.
 */
export async function runService(options: {
  config: Config;
  version: string;
  log: Logger;
  signal: AbortSignal;
}): Promise<Service> {
  const { config, version, log, signal } = options;
  const undo = createUndo(log);
  let stopping: Promise<void> | null = null;

  async function stopAll(reason: string): Promise<void> {
    log.info({ reason }, 'ending');
    const outcome = await withTimeout(systemClock, undo.run(), STOP_WITHIN_MS, 'late');
    if (outcome === 'late') log.warn('shutdown timed out, some parts are still running');
    log.info('ended');
  }

  try {
    await start({ config, version, signal, log, undo });
  } catch (error) {
    await undo.run();
    throw error;
  }
  return { stop: (reason) => (stopping ??= stopAll(reason)) };
}

/** Loaded only where it is asked for (serve-local-https.ts). */
const openLocal: typeof prepareLocalHttps = async (deps) =>
  (await import('./https/serve-local-https.ts')).prepareLocalHttps(deps);

async function start(deps: {
  config: Config;
  version: string;
  signal: AbortSignal;
  log: Logger;
  undo: ReturnType<typeof createUndo>;
}): Promise<void> {
  const { config, version, signal, log, undo } = deps;
  const clock = systemClock;
  const random = systemRandom;
  const folder = await prepareDataDirectory(config.dataDirectory);
  const pages = findOrBuildPages({ clock, log });
  undo.add('build of the pages', pages.stop);
  const local =
    config.http.local && (await openLocal({ http: config.http, dataDirectory: folder.path, clock, random, log }));
  const authSecret = config.auth.secret ?? (await loadOrCreateAuthSecret(folder.path, random));

  const pools: OpenDatabase[] = [];
  let address: DatabaseAddress;
  if (config.database.url !== null) address = { connectionString: config.database.url };
  else {
    const server = await superviseEmbeddedDatabase({ clock, log, dataDirectory: folder.cluster });
    undo.add('database server', async () => {
      // Else the server ends the last ones itself, which pool and server log as a loss.
      await withTimeout(clock, Promise.all(pools.map(({ gone }) => gone)), GONE_WITHIN_MS, null);
      await server.stop();
    });
    address = { poolConfig: server.poolConfig };
  }
  const metrics = createMetrics({ version });
  const main = openDatabase({
    ...address,
    log,
    onQuery: () => metrics.databaseQueries.inc(),
    onQueryError(error) {
      metrics.databaseErrors.inc();
      room.failed(error);
    },
  });
  const { db, pool } = main;
  undo.add('database connections', main.close);
  const room = createDatabaseRoom(db, clock);
  const forJobs = openDatabase({ ...address, log, maxConnections: JOB_CONNECTIONS });
  undo.add('database connections of jobs', forJobs.close);
  pools.push(main, forJobs);
  const eventLoop = watchEventLoopDelay();
  metrics.readFrom({ pool, eventLoopDelayMs: eventLoop.delayMs });
  undo.add('event loop watch', async () => eventLoop.stop());

  const machine = measureMachine({
    clock,
    readDatabaseTime: () => readDatabaseTime(db),
    readDatabaseFigures: () => readDatabaseFigures(db),
    databaseFolder: config.database.url === null ? folder.path : null,
    certificateEndsAtMs: local && local.endsAtMs,
  });
  undo.add('comparison of clocks', machine.stop);

  const cache = config.redis.url === null ? null : openRedis({ url: config.redis.url, clock, random, log });
  if (cache) undo.add('cache connections', async () => cache.close());
  const exposedCache = plainRedisWarning(config.redis.url);
  if (exposedCache !== null) log.warn(exposedCache);

  const thinker = createRecurrenceThread({ clock, log });
  undo.add('thread for recurrence rules', thinker.close);

  let url = (): string => '';
  const app = await buildApp({
    config,
    db,
    clock,
    random,
    log,
    metrics,
    jobPool: forJobs.pool,
    thinker,
    machine,
    load: { eventLoopDelayMs: eventLoop.delayMs, databaseWaiting: () => pool.waitingCount },
    version,
    databaseLack: room.lack,
    authSecret,
    outboxFolder: folder.outbox,
    pages: pages.folder,
    publicUrl: () => config.http.publicUrl ?? url(),
    ...(local && { tls: local.tls }),
    ...(cache && { carrier: createRedisCarrier(cache, { secret: authSecret, clock, random }), pingCache: cache.ping }),
    makeKioskTransport: (server, more) => createSocketIoTransport(server, { clock, afterTurn, ...more }),
  });
  undo.add('service', app.drain);
  const { host, port } = config.http;
  try {
    await app.http.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    throw listenError(error, 'PORT', `${host}:${port}`);
  }
  const { port: taken } = app.http.server.address() as AddressInfo;
  url = () => local?.url(taken) ?? httpUrl(host, taken);
  const publicUrl = config.http.publicUrl ?? url();
  const exposure = plainHttpWarning(host, publicUrl);
  if (exposure !== null) log.warn({ host, publicUrl }, exposure);
  const push = pushContact({ contact: config.push.contact, mailFrom: config.mail.from, publicUrl });
  if ('off' in push) log.info({ reason: push.off }, 'push is disabled');
  // With `tls` the server is one of https.
  const phones = local && (await local.serve(app.http.server as unknown as SecureServer, taken));
  if (phones) undo.add('local https', phones.close);
  const metricsHost = host === '::1' ? '::1' : '127.0.0.1';
  let metricsServer: Awaited<ReturnType<typeof startMetricsServer>>;
  try {
    metricsServer = await startMetricsServer(metrics.registry, { host: metricsHost, port: config.metrics.port });
  } catch (error) {
    throw listenError(error, 'METRICS_PORT', `${metricsHost}:${config.metrics.port}`);
  }
  undo.add('metrics', metricsServer.close);

  // A migration may wait for another node's, as long as that takes; an end of the process does not wait for it.
  const outbox = config.mail.smtpUrl === null ? folder.outbox : null;
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const told = (local && config.http.publicUrl?.replace(/\/$/, '')) ?? url();
  const shared = () => refuseOtherSecret({ db, clock, log, authSecret });
  const prepare = () => prepareDatabase({ app, address, log, shared, url: told, outbox, tellMore: phones?.tell });
  const waiting = { address, clock, log, signal, listening: url() };
  await Promise.race([awaitDatabase({ ...waiting, prepare }), aborted]);
  if (signal.aborted) return;
  app.start();
  // A node with another secret that came before this one had joined did not see it.
  await Promise.race([awaitDatabase({ ...waiting, prepare: shared }), aborted]);
  log.info(
    { url: url(), ...phones?.facts(), metricsUrl: metricsServer.url, version, dataDirectory: folder.path },
    'ready',
  );
}

/** Throws a StartError where another node of the database runs with another AUTH_SECRET. */
async function refuseOtherSecret(deps: { db: Db; clock: Clock; log: Logger; authSecret: string }): Promise<void> {
  const found = await checkSharedSecret(deps, deps.authSecret);
  if (found === 'changed') deps.log.warn('AUTH_SECRET has changed: all users must sign in again');
  if (found !== 'differs') return;
  throw new StartError(
    'Another node of this database uses a different AUTH_SECRET. Use the same one on all nodes; to change it, stop all nodes first.',
  );
}

/** Migrates, makes the first owner, and tells the person at the terminal where to sign in. */
async function prepareDatabase(deps: {
  app: App;
  address: DatabaseAddress;
  log: Logger;
  shared(): Promise<void>;
  url: string;
  outbox: string | null;
  tellMore?: (() => void) | undefined;
}): Promise<void> {
  const { app, address, log, shared, url, outbox, tellMore } = deps;
  await migrateDatabase({ ...address, log });
  await shared();
  const owner = await app.bootstrap();
  if (owner.created) printOwner(url, owner);
  else printAddress(url);
  tellMore?.();
  printMailState(outbox);
  if (!(await app.hasSigns())) printFirstSign(url, { hasOwnHttps: tellMore !== undefined });
}
