import { sql } from 'kysely';
import type { DatabaseFigures } from '../db/database-figures-type.ts';
import type { Db } from '../db/database-types.ts';

/** What the database reports by its own clock and of its own state. */

/** Connections to this database, its size, its oldest open transaction (0: none) and the lag of its slowest replica (null: none). Rejects where the role may not ask. */
export async function readDatabaseFigures(db: Db): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      pg_database_size(current_database()) as size_bytes,
      (select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(xact_start))), 0)::float8 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()) as oldest_transaction_seconds,
      (select extract(epoch from max(replay_lag))::float8 from pg_stat_replication) as replication_lag_seconds`.execute(
    db,
  );
  return rows[0]!;
}

/** The database's clock, in milliseconds since 1970. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{
    atMs: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms`.execute(db);
  return rows[0]!.atMs;
}
