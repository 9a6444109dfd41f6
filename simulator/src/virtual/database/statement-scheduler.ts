import { DATABASE_PLUGINS, type Database } from '@sign-display/backend/simulation-exports';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { pause } from '../../adapters/wait-for-event-loop-idle.ts';
import type { Coverage } from '../coverage.ts';
import type { Timeline } from '../timeline.ts';
import type { Trace } from '../trace.ts';
import { isOrdered, isRead, writtenTables } from './classify-statement.ts';
import type { Session } from './session.ts';

/**
 * The one way of all nodes to the database. Every statement waits here until the seed lets it go: it is entered into the timeline with a latency that
 * the seed draws, and when its turn comes the world stands still until Postgres has answered it, or is seen to have it wait for
 * another's lock. So requests meet each other between any two statements, and the same seed meets the same way.
 *
 * What keeps that deterministic (docs/SIMULATION.md): at most two transactions are open at once, a write outside of one counting as one while it
 * runs, and while a statement waits for a lock only the other transaction goes on. So there is never a second one waiting, and Postgres has
 * no choice of whom to wake.
 */
export interface Gate {
  /** A node's own database. */
  open(owner: string): NodeDatabase;
  /**
   * Has the statement answered whose turn it was, if it was one's; and what has come free by that. To be called after each step of the timeline.
   */
  settle(): Promise<void>;
  /** How long statements take from now on, as a draw of virtual milliseconds; null: as at the beginning. */
  setLatency(draw: (() => number) | null): void;
  /** Told of each transaction (or single write) that is committed, with what it wrote to. */
  onCommit(hear: (commit: Commit) => void): void;
  /** Statements answered, for the report. */
  readonly statements: number;
  /** Statements that waited for a lock. */
  readonly waits: number;
  close(): Promise<void>;
}

export interface Commit {
  owner: string;
  /** As `writtenTables` names them. */
  tables: ReadonlySet<string>;
}

interface NodeDatabase {
  db: Kysely<Database>;
  /** While set, every statement fails with it, and transactions that are open are lost: a database that can't be reached. */
  refuse(error: (() => Error) | null): void;
  /**
   * The connection of the `count`-th statement from now breaks: `before` it is run, or `after`, when its answer is lost. A transaction that it leaves
   * open is rolled back. `broken` is told when that happens; a count of Infinity takes it back. `text`: of those alone that have it in them.
   */
  breakAt(count: number, when: 'before' | 'after', error: () => Error, broken: () => void, text?: string): void;
  /**
   * Calls `crash` when `count` more statements of this node have come to their turn: `before` the last one is run, or `after`, when its
   * answer is lost. `text`: of those alone that have it in them.
   */
  crashAt(count: number, when: 'before' | 'after', crash: () => void, text?: string): void;
  /** The next statement of this node that has `text` in it comes to its turn `byMs` later than it would, and `met` is told; null takes it back. */
  delayNext(delay: Delay | null): void;
  /** The node is dead: what it had open is rolled back, and nothing of it is ever answered. */
  kill(): void;
  /** Transactions open now, with when they began: for who looks for one that hangs. */
  openSince(): number[];
}

export interface Delay {
  text: string;
  byMs: number;
  met(): void;
}

type Answer = { ok: true; result: QueryResult<never> } | { ok: false; error: unknown };

interface Connection extends DatabaseConnection {
  /** Of the transaction that is open on it. */
  slot: Slot | null;
  /** It broke: nothing is ever answered on it. */
  lost: (() => Error) | null;
}

/** A place for a transaction: there are two. */
interface Slot {
  session: Session;
  owner: Node | null;
  sinceMs: number;
  written: Set<string>;
  /** Its statement waits for a lock. */
  isParked: boolean;
}

interface Node {
  name: string;
  isDead: boolean;
  refusal: (() => Error) | null;
  crash: { count: number; when: 'before' | 'after'; run: () => void; text: string } | null;
  break: { count: number; when: 'before' | 'after'; error: () => Error; broken: () => void; text: string } | null;
  delay: Delay | null;
}

interface Statement {
  node: Node;
  connection: Connection;
  query: Pick<CompiledQuery, 'sql' | 'parameters'>;
  resolve(result: QueryResult<never>): void;
  reject(error: unknown): void;
}

interface Running {
  statement: Statement;
  slot: Slot | null;
  answer: Promise<Answer>;
}

/** A statement that has no answer by then may wait for a lock. The machine's own milliseconds. */
const LOOK_AFTER_MS = 1;
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

const BEGIN = /^(begin|start transaction)/;
const END = /^(commit|rollback)/;

export function createGate(deps: {
  timeline: Timeline;
  trace: Trace;
  coverage: Coverage;
  /** Two for transactions, one for what is outside of them, one for looking. */
  sessions: { transactions: readonly [Session, Session]; single: Session; observer: Session };
  /** A draw of virtual milliseconds. */
  latency: () => number;
  /** A draw of the order in which rows come that were asked for in none. */
  shuffle: <Row>(rows: readonly Row[]) => Row[];
}): Gate {
  const { timeline, trace, coverage, sessions, shuffle } = deps;
  let latency = deps.latency;
  let statements = 0;
  let waits = 0;
  const slots: Slot[] = sessions.transactions.map((session) => ({
    session,
    owner: null,
    sinceMs: 0,
    written: new Set(),
    isParked: false,
  }));
  /** Whose turn has come but who must wait for a place, in the order of their turns. */
  let held: Statement[] = [];
  let running: Running | null = null;
  const parked: Running[] = [];
  /** Connections of dead nodes whose transaction is yet to be rolled back. */
  const toRollBack: Slot[] = [];
  const hearers: ((commit: Commit) => void)[] = [];

  /** Other runs on the server hold locks too: whoever commits a NOTIFY waits for all others who do, in whatever database. */
  const ownPids = [...sessions.transactions, sessions.single].map(({ pid }) => pid);
  const isBlocked = async ({ slot }: Running): Promise<boolean> => {
    const { pid } = slot?.session ?? sessions.single;
    const { rows } = await sessions.observer.run({
      sql: 'select pg_blocking_pids($1) && $2::int[] as blocked',
      parameters: [pid, ownPids],
    });
    return (rows as { blocked: boolean }[])[0]!.blocked;
  };

  /** Only another transaction can have what it waits for. */
  const mayWait = ({ slot }: Running): boolean => slots.some((other) => other.owner !== null && other !== slot);

  /** The answer; null where it waits for a lock. */
  async function answerOf(each: Running): Promise<Answer | null> {
    while (mayWait(each)) {
      const answer = await Promise.race([each.answer, pause(LOOK_AFTER_MS).then(() => null)]);
      if (answer) return answer;
      if (await isBlocked(each)) return null;
    }
    return each.answer;
  }

  const freeSlot = (): Slot | undefined => slots.find(({ owner }) => owner === null);

  /** Whether it may run now, with the place that it takes. */
  function admit({ node, connection, query }: Statement): { slot: Slot | null } | null {
    if (connection.slot) return { slot: connection.slot };
    if (parked.length > 0) return null;
    if (isRead(query.sql)) return { slot: null };
    const slot = freeSlot();
    if (!slot) return null;
    slot.owner = node;
    slot.sinceMs = timeline.nowMs();
    slot.written.clear();
    return { slot };
  }

  function release(statement: Statement): void {
    const { node } = statement;
    if (node.isDead) return;
    if (node.crash && statement.query.sql.includes(node.crash.text) && (node.crash.count -= 1) <= 0) {
      const { when, run } = node.crash;
      node.crash = null;
      if (when === 'before') return run();
      // What was asked is done, and nobody hears of it.
      statement.resolve = () => run();
      statement.reject = () => run();
    }
    const { connection } = statement;
    let { lost } = connection;
    if (node.break && statement.query.sql.includes(node.break.text) && (node.break.count -= 1) <= 0) {
      const { when, error, broken } = node.break;
      node.break = null;
      broken();
      if (when === 'before') lost = error;
      else losesAnswer(statement, error);
    }
    lost ??= node.refusal;
    if (lost) {
      trace.note('refused', node.name);
      lose(connection, lost);
      return statement.reject(lost());
    }
    const place = admit(statement);
    if (!place) return void held.push(statement);
    const { slot } = place;
    const session = slot?.session ?? sessions.single;
    running = {
      statement,
      slot,
      answer: session.run(statement.query).then(
        (result): Answer => ({ ok: true, result }),
        (error: unknown): Answer => ({ ok: false, error }),
      ),
    };
  }

  /** What is open on it is rolled back by the server, and whoever goes on with it is refused. */
  function lose(connection: Connection, error: () => Error): void {
    const { slot } = connection;
    connection.lost = error;
    connection.slot = null;
    if (slot) toRollBack.push(slot);
  }

  /** It is done, and who asked hears only that its connection broke. */
  function losesAnswer(statement: Statement, error: () => Error): void {
    const refuse = statement.reject;
    const hear = (): void => {
      trace.note('answer lost', statement.node.name);
      lose(statement.connection, error);
      refuse(error());
    };
    statement.resolve = hear;
    statement.reject = hear;
  }

  /** What is added to the latency of a statement that is to be late. */
  function delayOf(node: Node, { sql }: Statement['query']): number {
    const { delay } = node;
    if (!delay || !sql.includes(delay.text)) return 0;
    node.delay = null;
    delay.met();
    return delay.byMs;
  }

  function submit(node: Node, connection: Connection, query: Statement['query']): Promise<QueryResult<never>> {
    return new Promise((resolve, reject) => {
      if (node.isDead) return;
      const statement = { node, connection, query, resolve, reject };
      timeline.after(latency() + delayOf(node, query), `statement ${node.name}`, () => release(statement));
    });
  }

  const freed = (slot: Slot): void => {
    slot.owner = null;
    slot.isParked = false;
  };

  /** Gives the answer to who asked, and what follows from it for the place it had. */
  function give({ statement, slot }: Running, answer: Answer): void {
    const { node, connection, query } = statement;
    const { sql, parameters } = query;
    statements += 1;
    trace.note(node.name, `${JSON.stringify(parameters)} ${describe(answer)}`, sql);
    const code = answer.ok ? undefined : (answer.error as { code?: string }).code;
    if (code === UNIQUE_VIOLATION) coverage.hit('database unique violation');
    if (!answer.ok && code === DEADLOCK) throw new Error(`Postgres found a deadlock: ${sql}`, { cause: answer.error });
    if (slot) {
      slot.isParked = false;
      if (answer.ok) for (const table of writtenTables(sql)) slot.written.add(table);
      if (BEGIN.test(sql)) {
        if (node.isDead) toRollBack.push(slot);
        else if (answer.ok) connection.slot = slot;
        else freed(slot);
      } else if (END.test(sql) || connection.slot !== slot) {
        connection.slot = null;
        freed(slot);
        const isCommitted = answer.ok && !sql.startsWith('rollback') && slot.written.size > 0;
        if (isCommitted) for (const hear of hearers) hear({ owner: node.name, tables: new Set(slot.written) });
      } else if (node.isDead) toRollBack.push(slot);
    }
    if (node.isDead) return;
    if (answer.ok) statement.resolve(isOrdered(sql) ? answer.result : inDrawnOrder(answer.result));
    else statement.reject(answer.error);
  }

  /**
   * Where the statement names no order Postgres gives one that depends on where it has put the rows, and that on whatever else the server does. So it is
   * the seed's.
   */
  function inDrawnOrder({ rows, ...rest }: QueryResult<never>): QueryResult<never> {
    if (rows.length < 2) return { rows, ...rest };
    const byText = rows.map((row) => [JSON.stringify(row), row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { rows: shuffle(byText.map(([, row]) => row)), ...rest };
  }

  /** What waited for a lock and has it now, in the order in which it came to wait. */
  async function wake(): Promise<void> {
    for (const each of parked.slice()) {
      const answer = await answerOf(each);
      if (!answer) continue;
      parked.splice(parked.indexOf(each), 1);
      timeline.after(0, `woken ${each.statement.node.name}`, () => give(each, answer));
    }
  }

  async function rollBackDead(): Promise<void> {
    for (let slot = toRollBack.shift(); slot; slot = toRollBack.shift()) {
      const waiting = parked.findIndex((each) => each.slot === slot);
      if (waiting !== -1) {
        const [each] = parked.splice(waiting, 1);
        await sessions.observer.run({ sql: 'select pg_cancel_backend($1)', parameters: [slot.session.pid] });
        await each!.answer;
      }
      await slot.session.run({ sql: 'rollback', parameters: [] });
      freed(slot);
    }
  }

  /** Who was held has another turn, where there is a place now. */
  function admitHeld(): void {
    if (held.length === 0 || parked.length > 0) return;
    const again = held;
    held = [];
    for (const statement of again) timeline.after(0, `statement ${statement.node.name}`, () => void release(statement));
  }

  const open = (name: string): NodeDatabase => {
    const node: Node = { name, isDead: false, refusal: null, crash: null, break: null, delay: null };
    const connections = new Set<Connection>();
    const begin = ({ isolationLevel, accessMode }: TransactionSettings): string =>
      isolationLevel || accessMode
        ? `start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''}${accessMode ? ` ${accessMode}` : ''}`
        : 'begin';
    const run = async (connection: DatabaseConnection, text: string): Promise<void> =>
      void (await submit(node, connection as Connection, { sql: text, parameters: [] }));
    const driver: Driver = {
      init: async () => {},
      async acquireConnection() {
        const connection: Connection = {
          slot: null,
          lost: null,
          executeQuery: (query) => submit(node, connection, query) as never,
          streamQuery() {
            throw new Error('cursors are not supported in virtual time');
          },
        };
        connections.add(connection);
        return connection;
      },
      beginTransaction: (connection, settings) => run(connection, begin(settings)),
      commitTransaction: (connection) => run(connection, 'commit'),
      rollbackTransaction: (connection) => run(connection, 'rollback'),
      releaseConnection: async (connection) => void connections.delete(connection as Connection),
      destroy: async () => {},
    };
    return {
      db: new Kysely<Database>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => driver,
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
        plugins: DATABASE_PLUGINS,
      }),
      refuse: (error) => void (node.refusal = error),
      crashAt: (count, when, crash, text = '') => void (node.crash = { count, when, run: crash, text }),
      breakAt: (count, when, error, broken, text = '') => void (node.break = { count, when, error, broken, text }),
      delayNext: (delay) => void (node.delay = delay),
      kill() {
        node.isDead = true;
        held = held.filter((statement) => statement.node !== node);
        for (const slot of slots) {
          // One that is running is rolled back when its answer is there.
          if (slot.owner === node && running?.slot !== slot) toRollBack.push(slot);
        }
      },
      openSince: () => slots.filter(({ owner }) => owner === node).map(({ sinceMs }) => sinceMs),
    };
  };

  return {
    open,
    async settle() {
      if (running) {
        const each = running;
        const answer = await answerOf(each);
        running = null;
        if (answer) give(each, answer);
        else {
          waits += 1;
          coverage.hit('database lock wait');
          trace.note('waits', `${each.statement.node.name} ${each.statement.query.sql}`);
          if (each.slot) each.slot.isParked = true;
          parked.push(each);
        }
        if (parked.length > 0 && answer) await wake();
        if (answer) admitHeld();
      }
      if (toRollBack.length > 0) {
        await rollBackDead();
        if (parked.length > 0) await wake();
        admitHeld();
      }
    },
    setLatency: (draw) => void (latency = draw ?? deps.latency),
    onCommit: (hear) => void hearers.push(hear),
    get statements() {
      return statements;
    },
    get waits() {
      return waits;
    },
    async close() {
      await Promise.all([...sessions.transactions, sessions.single, sessions.observer].map((each) => each.close()));
    },
  };
}

const describe = (answer: Answer): string =>
  answer.ok
    ? `${answer.result.rows.length}${answer.result.numAffectedRows === undefined ? '' : `/${answer.result.numAffectedRows}`}`
    : String((answer.error as { code?: string }).code ?? answer.error);
