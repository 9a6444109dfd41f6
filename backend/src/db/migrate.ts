import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { isDeadlock } from './database-errors.ts';
import { openDatabase, type DatabaseOptions } from './open-database.ts';
import { migrateJobs } from './migrate-job-schema.ts';
import type { Logger } from '../logging/logger-type.ts';

// Run in the order of their names. A number that was left out stays out: one that comes before what has run is refused as a corrupted folder.
const FOLDER = join(import.meta.dirname, '../../migrations');

/** The schema could not be brought to the newest version. `migration` names the file that failed; null if it was none of them. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly migration: string | null;

  constructor(migration: string | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.migration = migration;
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Partial<Migration>;
    if (typeof module.up !== 'function') throw new Error(`${file} does not export a function named up`);
    migrations[file.slice(0, -'.ts'.length)] = { up: module.up };
  }
  return migrations;
}

/**
 * Migrations that a newer node has run and that this one doesn't have. During a deploy old and new nodes work side by side
 * (promise R3), so an old one that starts again then is no error; every migration says whether older nodes can live with it.
 */
async function readNewer<Schema>(db: Kysely<Schema>, own: Record<string, Migration>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const newest = Object.keys(own).sort().at(-1) ?? '';
  return rows.map(({ name }) => name).filter((name) => !(name in own) && name > newest);
}

/** What to do about a database whose migrations are not these, as Kysely (0.29.9) says it. */
const adviceOn = (reason: string): string =>
  reason.startsWith('corrupted migrations')
    ? '. The database was created by another version of this service. Start that version, or set DATA_DIR to another folder, or set DATABASE_URL to another database'
    : '';

const never = () => Promise.reject(new Error('this node does not have the requested migration'));

/** Nodes of the previous version go on, and lock tables in other orders than a migration does. A deadlock changes nothing. */
const DEADLOCK_RETRIES = 5;

/**
 * Brings the schema to the newest version, forward only (promise R3). Safe to call on any number of nodes at once: Kysely's
 * Postgres adapter (0.29.9, `acquireMigrationLock`) holds a session-level advisory lock, `pg_advisory_lock`, while it looks what to
 * do and does it, and all of it is one transaction, so a node that dies half-way leaves nothing half-done.
 *
 * The others wait in that lock, for longer than an ordinary query may take: give it a database opened with `queryTimeoutMs: 0`, or
 * use `migrateDatabase`. Throws a MigrationError.
 */
export async function migrateToLatest<Schema>(db: Kysely<Schema>, log: Logger, folder = FOLDER): Promise<void> {
  const migrator = new Migrator({
    db: db.withoutPlugins() as Kysely<unknown>,
    provider: {
      async getMigrations() {
        const own = await readMigrations(folder);
        const newer = await readNewer(db, own);
        if (newer.length > 0) log.warn({ migrations: newer }, 'the database schema is newer than this node');
        return { ...own, ...Object.fromEntries(newer.map((name) => [name, { up: never }])) };
      },
    },
  });
  let outcome = await migrator.migrateToLatest();
  for (let retry = 1; retry <= DEADLOCK_RETRIES && isDeadlock(outcome.error); retry += 1) {
    log.warn({ retry }, 'migration ended by a deadlock, retrying');
    outcome = await migrator.migrateToLatest();
  }
  const { error, results = [] } = outcome;
  if (error === undefined) {
    const names = results.map(({ migrationName }) => migrationName);
    if (names.length > 0) log.info({ migrations: names.length, newest: names.at(-1) }, 'database migrated');
    return;
  }
  const failed = results.find(({ status }) => status === 'Error')?.migrationName ?? null;
  const reason = error instanceof Error ? error.message : String(error);
  const what = failed ? `Migration ${failed} failed` : 'The database could not be migrated';
  throw new MigrationError(failed, `${what}. Nothing was changed. Reason: ${reason}${adviceOn(reason)}`, {
    cause: error,
  });
}

/** `migrateToLatest` and the job queue's own tables, over connections which may wait as long as another node's migration takes. */
export async function migrateDatabase(options: DatabaseOptions): Promise<void> {
  const { db, pool, close } = openDatabase({ ...options, maxConnections: 2, queryTimeoutMs: 0 });
  try {
    await migrateToLatest(db, options.log);
    await migrateJobs(pool, options.log);
  } finally {
    await close();
  }
}
