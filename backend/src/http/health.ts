import type { HealthResponse, LiveResponse, ReadyResponse } from '@sign-display/contracts/rest/health';
import type { WarmUp } from '@sign-display/contracts/backend-warm-up';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createPing, type Ping } from '../db/open-database.ts';
import type { ResourceLack } from '../db/database-errors.ts';
import type { Db } from '../db/database-types.ts';
import { answer, type Router } from './router.ts';

interface HealthDependencies {
  db: Db;
  clock: Clock;
  version: string;
  environment: string;
  /** Whether this node answers requests: while it starts and while it drains it is alive, but is not to be sent anything. */
  isServing: () => boolean;
  /** Why this node's offline verdicts wait now; null where they don't. */
  warmUp: () => WarmUp | null;
  /** Asks the cache server; absent while what is cached is in this process (`embedded`). */
  pingCache?: (deadlineMs: number) => Promise<Ping>;
  /** What the database lacks for writes; absent where nobody watches. */
  databaseLack?: () => Promise<ResourceLack | null>;
}

/** Contract, section 3: a database (or a cache server) that takes longer is "down", and a monitor still gets its answer. */
const ANSWER_WITHIN_MS = 1_000;

const tellPing = ({ up, latencyMs }: Ping) =>
  up ? { status: 'up' as const, latencyMs } : { status: 'down' as const, latencyMs: null };

function memory(): HealthResponse['memory'] {
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  return { rssBytes: rss, heapUsedBytes: heapUsed, heapTotalBytes: heapTotal };
}

/** A health answer that a proxy kept would be a lie. */
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * GET /health, /health/ready and /health/live (interface specification, 4.1; contract, section 3): no authentication, no rate limit,
 * not under /api. They work while the database is down and while the node drains.
 */
export function addHealthRoutes(router: Router, deps: HealthDependencies): void {
  const { clock, version, environment, isServing, pingCache } = deps;
  const pingDatabase = createPing(deps.db, clock);
  const startedAtMs = clock.monotonicMs();
  const uptimeSeconds = () => Math.round(clock.monotonicMs() - startedAtMs) / 1_000;

  router.route('GET /health', async () => {
    const [database, cache] = await Promise.all([pingDatabase(ANSWER_WITHIN_MS), pingCache?.(ANSWER_WITHIN_MS)]);
    const lack = database.up ? ((await deps.databaseLack?.()) ?? null) : null;
    const reason = database.up ? (lack ?? (cache?.up === false ? 'cache_down' : null)) : 'database_down';
    const body: HealthResponse = {
      status: reason === null ? 'ok' : database.up ? 'degraded' : 'down',
      reason,
      version,
      environment,
      uptimeSeconds: uptimeSeconds(),
      database: tellPing(database),
      cache: cache === undefined ? { status: 'embedded', latencyMs: null } : tellPing(cache),
      presence: { warmUp: deps.warmUp() },
      memory: memory(),
    };
    return answer(database.up ? 200 : 503, body, NO_STORE);
  });

  router.route('GET /health/ready', async () => {
    const ready = isServing() && (await pingDatabase(ANSWER_WITHIN_MS)).up;
    const body: ReadyResponse = { ready };
    return answer(ready ? 200 : 503, body, NO_STORE);
  });

  router.route('GET /health/live', async () => {
    const body: LiveResponse = { status: 'live', uptimeSeconds: uptimeSeconds() };
    return answer(200, body, NO_STORE);
  });
}
