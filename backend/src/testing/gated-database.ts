import { CamelCasePlugin, Kysely, PostgresDialect, type DatabaseConnection, type Dialect, type Driver } from 'kysely';
import { Client, type Pool } from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../db/open-database.ts';
import type { Database, Db } from '../db/database-types.ts';
import type { TestDatabase } from './create-test-database.ts';

/**
 * Real connections to a real database, with a gate before every statement: a test decides in which order the statements of several
 * operations are sent, and knows when nothing moves any more.
 */
export interface GatedDatabase {
  /**
   * A node's own pool. `hold` is awaited before each statement but `begin`, `committed` after each commit, before whoever waits for it goes on;
   * without them all pass.
   */
  open(hold?: (statement: string) => Promise<void>, committed?: () => Promise<void>): GatedPool;
  /**
   * Resolves when no statement is on its way, or each of those that are waits for a lock that another, held one has. Waits on the
   * server's answers only.
   */
  settled(): Promise<void>;
  /** How many statements are on their way: after `settled`, those that wait for a lock. */
  readonly running: number;
  close(): Promise<void>;
}

export interface GatedPool {
  db: Db;
  /** The node dies: its connections are cut in the middle of what they do, and it sends nothing more. */
  kill(): Promise<void>;
}

/** This many turns of the event loop without a statement under way: all that was to follow has followed. */
const CALM_TURNS = 4;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Gate {
  pass<T>(statement: string, run: () => Promise<T>): Promise<T>;
  committed(): Promise<void>;
}

/** A driver like `inner` whose every step goes through the gate. */
function gateDriver(inner: Driver, { pass, committed }: Gate): Driver {
  const innerOf = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const gated = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const gate = (connection: DatabaseConnection): DatabaseConnection => {
    const known = gated.get(connection);
    if (known) return known;
    const wrapped: DatabaseConnection = {
      executeQuery: (query) => pass(query.sql, () => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    gated.set(connection, wrapped);
    innerOf.set(wrapped, connection);
    return wrapped;
  };
  return {
    init: (options) => inner.init(options),
    acquireConnection: (options) => pass('connect', async () => gate(await inner.acquireConnection(options))),
    beginTransaction: (connection, settings) => inner.beginTransaction(connection, settings),
    async commitTransaction(connection) {
      await inner.commitTransaction(connection);
      await committed();
    },
    rollbackTransaction: (connection) =>
      pass('rollback', () => inner.rollbackTransaction(innerOf.get(connection) ?? connection)),
    releaseConnection: (connection) => inner.releaseConnection(innerOf.get(connection) ?? connection),
    destroy: () => inner.destroy(),
  };
}

function gateDialect(pool: Pool, gate: Gate): Dialect {
  const inner = new PostgresDialect({ pool });
  return {
    createAdapter: () => inner.createAdapter(),
    createDriver: () => gateDriver(inner.createDriver(), gate),
    createIntrospector: (db) => inner.createIntrospector(db),
    createQueryCompiler: () => inner.createQueryCompiler(),
  };
}

export async function createGatedDatabase({ poolConfig }: Pick<TestDatabase, 'poolConfig'>): Promise<GatedDatabase> {
  const observer = new Client(poolConfig);
  await observer.connect();
  const closers: (() => Promise<void>)[] = [];
  let running = 0;
  let moves = 0;

  const countBlocked = async (): Promise<number> => {
    const { rows } = await observer.query<{ blocked: number }>(
      // Not by their wait event: a session whose lock has just been granted shows the old one until it runs again.
      'select count(*)::int as blocked from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    );
    return rows[0]!.blocked;
  };

  return {
    open(hold, committed = async () => {}) {
      const { pool, close } = openDatabase({ poolConfig, log: pino({ level: 'silent' }), maxConnections: 30 });
      const pids: number[] = [];
      pool.on('connect', (client) => pids.push((client as unknown as { processID: number }).processID));
      let isDead = false;
      // A dead node never gives its connections back, so that nobody may wait for it.
      closers.push(() => (isDead ? Promise.resolve() : close()));
      const never = new Promise<never>(() => {});
      const pass = async <T>(statement: string, run: () => Promise<T>): Promise<T> => {
        if (hold && !/^(begin|connect)/.test(statement)) await hold(statement);
        if (isDead) return await never;
        running += 1;
        moves += 1;
        try {
          return await run();
        } finally {
          running -= 1;
          moves += 1;
        }
      };
      return {
        db: new Kysely<Database>({
          dialect: gateDialect(pool, { pass, committed }),
          plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
        }),
        async kill() {
          isDead = true;
          running += 1;
          // With a time to wait: a session that is still dying holds its locks.
          await observer.query('select pg_terminate_backend(pid, 10000) from unnest($1::int[]) as pid', [pids]);
          running -= 1;
        },
      };
    },
    async settled() {
      let calm = 0;
      let seenMoves = moves;
      for (let turns = 0; calm < CALM_TURNS; turns += 1) {
        await turn();
        const still = moves === seenMoves && (running === 0 || (turns > 20 && (await countBlocked()) === running));
        calm = still && moves === seenMoves ? calm + 1 : 0;
        seenMoves = moves;
      }
    },
    get running() {
      return running;
    },
    async close() {
      await observer.end();
      await Promise.all(closers.map((close) => close()));
    },
  };
}
