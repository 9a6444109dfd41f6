import { Client, type QueryResult } from 'pg';
import { isStalePlan } from './database-errors.ts';

/** As many texts a connection keeps the plans of: those that were asked last. */
const KEPT_MOST = 200;
const KEPT_LENGTH_MOST = 20_000;
/** Of which it knows that it was asked them once. Texts that differ by the values in them come once, and shall fill nothing. */
const SEEN_MOST = 500;

/** Counts the migrations that this process has come upon: by one connection's stale plan all know that theirs may be. */
let migrations = 0;

/**
 * A connection that keeps the plan of what it is asked a second time: planning costs more than most of our statements do (claims.bench.ts,
 * sign-list.bench.ts). Postgres itself decides, after five times, whether the values matter to the plan.
 */
export class PreparingClient extends Client {
  /** Names by text, the one that was asked last at the end. */
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #given = 0;
  readonly #forgotten: string[] = [];
  #migrations = migrations;

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, known);
      return known;
    }
    if (text.length > KEPT_LENGTH_MOST) return undefined;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= SEEN_MOST) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    if (this.#names.size >= KEPT_MOST) this.#forget(this.#names.keys().next().value!);
    this.#given += 1;
    const name = `prepared_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  #forget(text: string): void {
    this.#forgotten.push(this.#names.get(text)!);
    this.#names.delete(text);
  }

  /** Has the server forget them too. In a transaction that has failed it can't: it keeps those until the connection ends. */
  async #deallocate(): Promise<void> {
    const { parsedStatements } = (this as unknown as { connection: { parsedStatements: Record<string, string> } })
      .connection;
    for (const name of this.#forgotten.splice(0)) {
      delete parsedStatements[name];
      await super.query(`deallocate ${name}`).catch(() => {});
    }
  }

  // Kysely's driver asks by text and values; pg's other forms, of callbacks and of its own objects, go by as they are. Without values it is
  // `begin`, a migration, and the like.
  override query(...asked: unknown[]): Promise<QueryResult> & void {
    const query = super.query.bind(this) as unknown as (...given: unknown[]) => Promise<QueryResult> & void;
    const [text, values] = asked;
    if (asked.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(...asked);
    if (this.#migrations !== migrations) for (const each of this.#names.keys()) this.#forget(each);
    this.#migrations = migrations;
    const name = this.#nameOf(text);
    if (name === undefined) return query(text, values);
    const isAlone = (this as unknown as { getTransactionStatus(): string | null }).getTransactionStatus() === 'I';
    const ask = (): Promise<QueryResult> => query({ name, text, values });
    const answered = this.#forgotten.length === 0 ? ask() : this.#deallocate().then(ask);
    return answered.catch((error: Error) => {
      if (!isStalePlan(error)) throw error;
      migrations += 1;
      // Nothing of it was done. A transaction is lost by it, and is its owner's to begin again.
      if (!isAlone) throw error;
      return query(text, values);
    }) as Promise<QueryResult> & void;
  }
}
