import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { ColumnType, Kysely, Transaction } from 'kysely';

/**
 * The database's tables, as the migrations leave them: each room declares the tables that it owns in its `tables.ts`, which extends this
 * interface. Only the owner writes a table (`.ci/architecture-rules/table-access.js`). Columns are snake_case in SQL and camelCase here: Kysely's
 * CamelCasePlugin translates them, and leaves the keys inside of JSON alone.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Database {}

/** The database, or a transaction of it where a statement may be part of one. */
export type Db = Kysely<Database>;
/** An open transaction: for what may only be done together with something else, or locks rows. */
export type Trx = Transaction<Database>;

/** What nearly every service is given: the database, time and chance. */
export interface ServiceDeps extends Ports {
  db: Db;
}

/** A JSON column. A writer hands over the text, so that Postgres never takes an array or null for its own. */
export type Json<T> = ColumnType<T, string, string>;
