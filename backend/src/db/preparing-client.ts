import { Client, type QueryResult } from 'pg';
import { isStalePlan } from './database-errors.ts';

/** As many texts a connection keeps the plans of; the rest are planned each time, so that texts that differ by their values fill no memory. */
const KEPT_MOST = 200;
const KEPT_LENGTH_MOST = 20_000;
/** Of which it knows that it was asked them once. */
const SEEN_MOST = 500;

/**
 * A connection that keeps the plan of what it is asked a second time: planning costs more than most of our statements do (claims.bench.ts,
 * sign-list.bench.ts). Postgres itself decides, after five times, whether the values matter to the plan.
 */
export class PreparingClient extends Client {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #given = 0;

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= KEPT_MOST || text.length > KEPT_LENGTH_MOST) return known;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= SEEN_MOST) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    this.#given += 1;
    const name = `prepared_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  /** All of the connection's plans are as old as the one that was refused. New ones get other names; the old end with the connection. */
  #forget(): void {
    this.#names.clear();
    this.#seen.clear();
  }

  // Kysely's driver asks by text and values; pg's other forms, of callbacks and of its own objects, go by as they are. Without values it is
  // `begin`, a migration, and the like.
  override query(...asked: unknown[]): Promise<QueryResult> & void {
    const query = super.query.bind(this) as unknown as (...given: unknown[]) => Promise<QueryResult> & void;
    const [text, values] = asked;
    const isPlanned = asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isPlanned ? this.#nameOf(text) : undefined;
    if (name === undefined) return query(...asked);
    const answer: Promise<QueryResult> = query({ name, text, values });
    answer.catch((error: Error) => isStalePlan(error) && this.#forget());
    return answer as Promise<QueryResult> & void;
  }
}
