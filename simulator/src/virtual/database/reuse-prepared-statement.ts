import { Query, type Connection, type QueryResult } from 'pg';

/** What pg's own query is made of. */
interface Internals {
  values: unknown[];
  callback(error: Error | null, result: QueryResult): void;
  _result: { rows: unknown[]; command: string | null; rowCount: number | null; oid: number | null };
  prepare(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}
const ORIGINAL = Query.prototype as unknown as Internals;

/**
 * A prepared statement that is asked many times on one connection, one after the other. It is pg's own, but for what is the same each time: it
 * is made once, and the server describes its rows once.
 */
export class RepeatedQuery extends Query {
  readonly #own = this as unknown as Internals;
  #isDescribed = false;
  #undescribed: Connection | null = null;

  /** To be given to the client next. */
  again(values: readonly unknown[], heard: (error: Error | null, result: QueryResult) => void): this {
    const { _result: result } = this.#own;
    this.#own.values = values as unknown[];
    this.#own.callback = heard;
    result.rows = [];
    result.command = null;
    result.rowCount = null;
    return this;
  }

  prepare(connection: Connection): void {
    this.#undescribed ??= Object.create(connection, { describe: { value: () => {} } }) as Connection;
    ORIGINAL.prepare.call(this, this.#isDescribed ? this.#undescribed : connection);
  }

  handleReadyForQuery(connection: Connection): void {
    this.#isDescribed = true;
    ORIGINAL.handleReadyForQuery.call(this, connection);
  }
}
