import { Client, type QueryResult } from 'pg';

/** How the text of a statement begins that each connection plans once: literally, in its `sql` template. */
const MARK = '/* prepared */';
/** As many texts a connection keeps; the rest are planned each time, so that a text with values in it fills no server's memory. */
const KEPT_MOST = 100;

/**
 * A connection that keeps the plan of what begins with the mark: for statements of nearly every request, whose planning costs more
 * than running them does (sign-list.bench.ts). Such a statement names the columns that it gives: a plan is worth nothing where a migration
 * has changed their types. Postgres itself decides, after five times, whether the values matter to the plan.
 */
export class PreparingClient extends Client {
  readonly #names = new Map<string, string>();

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= KEPT_MOST) return known;
    const name = `prepared_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  // Kysely's driver asks by text and values; pg's other forms, of callbacks and of its own objects, go by as they are.
  override query(...asked: unknown[]): Promise<QueryResult> & void {
    const [text, values] = asked;
    const name = typeof text === 'string' && text.startsWith(MARK) ? this.#nameOf(text) : undefined;
    const query = super.query.bind(this) as unknown as (...given: unknown[]) => Promise<QueryResult> & void;
    return name === undefined ? query(...asked) : query({ name, text, values });
  }
}
