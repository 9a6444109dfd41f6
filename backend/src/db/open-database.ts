import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { Pool, types, type ClientBase, type PoolConfig } from 'pg';
export { isDatabaseUnavailable, isForeignKeyViolation, isUniqueViolation } from './database-errors.ts';
export { createPing, type Ping } from './ping.ts';
import type { Logger } from '../logging/logger-type.ts';
import { parseTime } from './parse-time.ts';
import { PreparingClient, type PreparingClientConfig } from './preparing-client.ts';
import type { Database } from './database-types.ts';

/** How to reach a database: an address (`DATABASE_URL`), or the parts (the embedded server's socket). */
export type DatabaseAddress = { connectionString: string } | { poolConfig: PoolConfig };

export type DatabaseOptions = DatabaseAddress & {
  log: Logger;
  /** How many queries run at once; more wait. The embedded server takes three such pools. */
  maxConnections?: number;
  /** After this a query is given up, in milliseconds; 0: never (for migrations). */
  queryTimeoutMs?: number;
  /** Told of every statement that is sent, for the metrics. */
  onQuery?: () => void;
  /** Told of every statement that failed. */
  onQueryError?: (error: unknown) => void;
};

/** A local server answers in a millisecond, one across a network in a few: after 5 s there is none. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any query of ours by far, and shorter than a client waits. */
const QUERY_TIMEOUT_MS = 15_000;
/** The server's own deadline comes first, because it also ends the work; the client's is for a server that hangs, and says nothing for so long. */
const CLIENT_MARGIN_MS = 2_000;

const OID = { int8: 20, date: 1082, timestamptz: 1184 } as const;

function parseInt8(text: string): number {
  const value = Number(text);
  // A wrong number would go unnoticed for years.
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the database returned ${text}, which a JavaScript number cannot hold exactly`);
  return value;
}

/** As pg's own, but a count is a number and a day stays the text it is. Times with a zone are Dates. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === OID.int8) return parseInt8;
  if (format !== 'binary' && oid === OID.date) return (text: string) => text;
  if (format !== 'binary' && oid === OID.timestamptz) return parseTime;
  return types.getTypeParser(oid, format as 'text');
};

/** What every connection is like: how it reads values, and what it plans once. */
export const CLIENT_SETTINGS = { types: { getTypeParser }, Client: PreparingClient };
/** Columns are snake_case in the database and camelCase here. */
export const DATABASE_PLUGINS = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/**
 * Sets the server's own deadlines before a new connection's first query, in one round trip. Not as startup parameters: pgbouncer refuses those
 * that it does not know (`unsupported startup parameter`).
 */
async function setDeadlines(client: ClientBase, deadlineMs: number): Promise<void> {
  // A transaction whose owner is stuck must not hold its locks for ever.
  const settings = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  await client.query(settings.map((name) => `set ${name} = ${deadlineMs}`).join(';'));
}

/**
 * Opens a pool of connections. Nothing is connected yet: the first query is what fails if the database can't be reached, within 5 s.
 * Connections that break while idle are logged and replaced by the next query.
 */
export function openDatabase(options: DatabaseOptions) {
  const { log, maxConnections = 20, queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const pool = new Pool({
    ...('connectionString' in options ? { connectionString: options.connectionString } : options.poolConfig),
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'sign-display-service',
    ...CLIENT_SETTINGS,
    ...(queryTimeoutMs > 0 && {
      ...({ answerWithinMs: queryTimeoutMs + CLIENT_MARGIN_MS } satisfies PreparingClientConfig),
      onConnect: (client) => setDeadlines(client, queryTimeoutMs),
    }),
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  const connected = new Set<ClientBase>();
  /** Kept when a closed pool has no connection left: `close` asks the server to end them, and doesn't wait until it has. A server that hangs never does. */
  const gone = Promise.withResolvers<void>();
  const look = (): void => {
    if (pool.ended && connected.size === 0) gone.resolve();
  };
  pool.on('connect', (client) => {
    // Lost while it is in use but between two queries of a transaction: the next query is what reports it.
    client.on('error', () => {});
    connected.add(client);
    client.once('end', () => {
      connected.delete(client);
      look();
    });
  });
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: DATABASE_PLUGINS,
    log(event) {
      options.onQuery?.();
      if (event.level === 'error') options.onQueryError?.(event.error);
    },
  });
  let closing: Promise<void> | undefined;
  /** Waits for the queries under way, then closes every connection. Harmless when called again. */
  const close = (): Promise<void> => (closing ??= pool.end().finally(look));
  return { db, pool, close, gone: gone.promise };
}

export type OpenDatabase = ReturnType<typeof openDatabase>;
