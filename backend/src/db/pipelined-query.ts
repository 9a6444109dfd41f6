import { Query, type Connection, type QueryConfig, type QueryResult } from 'pg';

/** A statement that its connection has prepared already, under `name`. */
export interface Carried {
  name: string;
  text: string;
  values: unknown[];
}

/** How pg answers who asked with a callback. */
export type Answered = (error: Error | undefined, result: QueryResult) => void;

/** What pg calls of its own queries. */
interface Internals {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const PgQuery = Query as unknown as new (config: QueryConfig, callback: Answered) => Query & Internals;

/**
 * A statement that others go before, in the same message and with one answer. The server runs them in their order, each as if it had come by
 * itself, and leaves out all that follow one that fails, whose error is the answer then. What else they answer is passed over.
 */
export class CarryingQuery extends PgQuery {
  readonly #carried: readonly Carried[];
  #unanswered: number;

  constructor(carried: readonly Carried[], config: QueryConfig, callback: Answered) {
    super(config, callback);
    this.#carried = carried;
    this.#unanswered = carried.length;
  }

  override prepare(connection: Connection): void {
    for (const { name, values } of this.#carried) {
      connection.bind({ statement: name, values: values.map(String) }, true);
      connection.execute({}, true);
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#unanswered === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#unanswered > 0) this.#unanswered -= 1;
    else super.handleCommandComplete(message, connection);
  }
}
