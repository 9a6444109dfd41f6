import type { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { CarryingQuery, type Answered, type Carried } from './pipelined-query.ts';
import { isStalePlan } from './database-errors.ts';

/** As many texts a connection keeps the plans of: those that were asked last. */
const KEPT_MOST = 200;
const KEPT_LENGTH_MOST = 20_000;
/** Of which it knows that it was asked them once. Texts that differ by the values in them come once, and shall fill nothing. */
const SEEN_MOST = 500;

/**
 * What transactions begin with, and whose answer nobody needs: they wait for the statement that follows and go along with it, because to send one
 * and to be woken by its answer costs both sides more than to run it. What becomes of them that statement is told.
 */
const BEGIN = 'begin';
const LOCK = /^select pg_advisory_xact_lock\((?:[^()]|\([^()]*\))*\)$/;

/** What pg takes, and after how many milliseconds without a byte a statement is given up; 0 or left out: never. */
export type PreparingClientConfig = ClientConfig & { answerWithinMs?: number };

/** What pg has beside what it says it has. */
interface Internals {
  connection: { stream: Socket; parsedStatements: Record<string, string> };
  readyForQuery: boolean;
  getTransactionStatus(): string | null;
}

/** Counts the migrations that this process has come upon: by one connection's stale plan all know that theirs may be. */
let migrations = 0;

/**
 * A connection that keeps the plan of what it is asked a second time: planning costs more than most of our statements do (claims.bench.ts,
 * sign-list.bench.ts). Postgres itself decides, after five times, whether the values matter to the plan.
 *
 * Its promises and its deadline are ours: pg's leave behind all that a statement read, among V8's old objects (decision 41).
 */
export class PreparingClient extends Client {
  /** Names by text, the one that was asked last at the end. */
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #given = 0;
  readonly #forgotten: string[] = [];
  #migrations = migrations;
  /** Asked and not sent yet. */
  readonly #carried: Carried[] = [];

  // Not taken apart: the pool hides the password from who copies its options.
  constructor(config: PreparingClientConfig = {}) {
    super(config);
    const { answerWithinMs = 0 } = config;
    if (answerWithinMs > 0) this.once('connect', () => this.#endWhereNoAnswerComes(answerWithinMs));
  }

  get #internals(): Internals {
    return this as unknown as Internals;
  }

  /** Ends the connection each time that nothing has come for so long while a statement waits. What was asked may be under way still. */
  #endWhereNoAnswerComes(withinMs: number): void {
    const { stream } = this.#internals.connection;
    stream.setTimeout(withinMs);
    stream.on('timeout', () => {
      if (!this.#internals.readyForQuery) stream.destroy(new Error('Query read timeout'));
    });
  }

  /** As pg's own `query` without a callback: text and values, or a config. */
  #askPg(...asked: unknown[]): Promise<QueryResult> {
    return this.#asPromise((answered) => super.query(...([...asked, answered] as Parameters<Client['query']>)));
  }

  /** What pg calls back, as a promise. Its error has the trace of who asked. */
  async #asPromise(ask: (answered: Answered) => void): Promise<QueryResult> {
    try {
      return await new Promise((resolve, reject) => {
        ask((error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

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

  get #parsedStatements(): Record<string, string> {
    return this.#internals.connection.parsedStatements;
  }

  #isOutsideOfTransaction(): boolean {
    return this.#internals.getTransactionStatus() === 'I';
  }

  /** Has the server forget them too. In a transaction that has failed it can't: it keeps those until the connection ends. */
  async #deallocate(): Promise<void> {
    const parsedStatements = this.#parsedStatements;
    for (const name of this.#forgotten.splice(0)) {
      delete parsedStatements[name];
      await this.#askPg(`deallocate ${name}`).catch(() => {});
    }
  }

  /** By themselves, where what follows can't carry them: without values it may be several statements. */
  async #sendCarried(): Promise<void> {
    for (const { text, values } of this.#carried.splice(0)) await this.#askPg(text, values);
  }

  // Kysely's driver asks by text and values; pg's other forms, of callbacks and of its own objects, go by as they are. Without values it is a
  // migration, and the like.
  override query(...asked: unknown[]): Promise<QueryResult> & void {
    const [text, values] = asked;
    const isPlain = asked.length === 2 && typeof text === 'string' && Array.isArray(values);
    if (isPlain && (values.length > 0 || text === BEGIN)) return this.#ask(text, values) as never;
    if (this.#carried.length > 0 && typeof text !== 'string')
      throw new Error(
        'the first statement of a transaction cannot be a cursor or a query object: send another statement first',
      );
    const passed = this.#carried.length === 0 ? this.#pass(asked) : this.#sendCarried().then(() => this.#pass(asked));
    return passed as never;
  }

  #pass(asked: unknown[]): unknown {
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    const isPgsOwn = typeof asked.at(-1) === 'function' || 'submit' in Object(asked[0]);
    return isPgsOwn ? query(...asked) : this.#askPg(...asked);
  }

  async #ask(text: string, values: unknown[]): Promise<QueryResult> {
    if (this.#migrations !== migrations) for (const each of this.#names.keys()) this.#forget(each);
    this.#migrations = migrations;
    const name = this.#nameOf(text);
    if (name === undefined || this.#forgotten.length > 0) await this.#sendCarried();
    if (this.#forgotten.length > 0) await this.#deallocate();
    if (name === undefined) return await this.#askPg(text, values);
    const isAlone = this.#carried.length === 0 && this.#isOutsideOfTransaction();
    // Outside of a transaction a lock is over with its own statement, and must not become one of what comes next.
    const isCarried = text === BEGIN || (LOCK.test(text) && !isAlone && values.every((value) => value !== null));
    if (isCarried && this.#parsedStatements[name] !== undefined) {
      this.#carried.push({ name, text, values });
      return { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
    }
    const carried = this.#carried.splice(0);
    try {
      return await this.#send(carried, { name, text, values });
    } catch (error) {
      if (!isStalePlan(error as Error)) throw error;
      migrations += 1;
      // Nothing of it was done. A transaction is lost by it, and is its owner's to begin again.
      if (!isAlone) throw error;
      return await this.#askPg(text, values);
    }
  }

  #send(carried: readonly Carried[], config: Carried): Promise<QueryResult> {
    if (carried.length === 0) return this.#askPg(config);
    return this.#asPromise((answered) => super.query(new CarryingQuery(carried, config, answered)));
  }
}
