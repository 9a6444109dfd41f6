import { sql, type RawBuilder } from 'kysely';
import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import type { Logger } from '../logging/logger-type.ts';
import { RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';
import { createPollingQuery } from './polling-query.ts';

/**
 * Work that a node finds in the database, whoever has left it there: its time has come, another node died over it, or a message was lost. A
 * sweeper says in SQL whether there is any, so that one statement asks for all of them (`membership.ts`), and an idle node sends no other.
 */
export interface Sweeper {
  /** Of its column and in the log; no two have the same. */
  name: string;
  /**
   * One value, found by an index: whether there is anything to do now (boolean), or when there is next (timestamptz; null: not in sight).
   * What differs from one look to the next is read by `atAsking`.
   */
  due: RawBuilder<unknown>;
  /** Does it, and reads for itself what it is: meanwhile another node may have. What takes long asks in between whether it `goesOn`. */
  sweep(goesOn: () => boolean): Promise<void>;
}

export type Answer = boolean | Date | null;

/** A time that is known wakes the node at its instant, if there is no look long before: one may come late, or fail. */
const WAKES_AHEAD_MS = 2 * RENEW_LEASE_EVERY_MS;

export function createSweeps(deps: { db: Db; clock: Clock; log: Logger }) {
  const { db, clock, log } = deps;
  let isStopped = false;
  const goesOn = (): boolean => !isStopped;

  function createOne({ name, due, sweep }: Sweeper) {
    let underWay: Promise<void> | null = null;
    let cancel: Cancel = () => {};
    let isFailing = false;

    async function attempt(task: () => Promise<void>): Promise<void> {
      try {
        await task();
        if (isFailing) log.info({ sweep: name }, 'sweep is working again');
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error, sweep: name }, 'sweep failed, retrying');
        isFailing = true;
      }
    }

    const question = createPollingQuery(db, sql<{ answer: Answer }>`select (${due}) as answer`);
    const ask = async (): Promise<Answer> => (await question(clock.now()))[0]!.answer;

    function begin(isTimed: boolean): void {
      if (isStopped || underWay) return;
      const work = async (): Promise<void> => {
        await sweep(goesOn);
        // What is due still is in another node's hands, and waits for the next look.
        if (isTimed && goesOn()) wakeAt(await ask());
      };
      underWay = attempt(work).finally(() => (underWay = null));
    }

    function wakeAt(at: Answer): void {
      cancel();
      if (!(at instanceof Date) || isStopped) return;
      const delayMs = at.getTime() - clock.now();
      if (delayMs > 0 && delayMs <= WAKES_AHEAD_MS) cancel = clock.after(delayMs, () => begin(true));
    }

    function hear(answer: Answer): void {
      wakeAt(answer);
      if (answer instanceof Date ? answer.getTime() <= clock.now() : answer === true) begin(answer instanceof Date);
    }

    return {
      name,
      question: sql`(${due}) as ${sql.ref(name)}`,
      hear,
      askAndHear: () => attempt(async () => hear(await ask())),
      async stop() {
        cancel();
        await underWay;
      },
    };
  }
  const all: ReturnType<typeof createOne>[] = [];
  let questions: RawBuilder<unknown>[] = [];

  return {
    /** From the next look on. */
    add(...sweepers: readonly Sweeper[]): void {
      all.push(...sweepers.map(createOne));
      questions = all.map(({ question }) => question);
    },
    /** What is to be asked, as columns of a select; the same array until there are more. */
    questions: (): readonly RawBuilder<unknown>[] => questions,
    /** The row of all answers: what is due begins, each beside the others. */
    hear(answers: Readonly<Record<string, Answer>>): void {
      for (const { name, hear } of all) hear(answers[name] ?? null);
    },
    /** Asks and hears one after the other, for when one of the questions spoils the others. Never rejects. */
    async askEach(): Promise<void> {
      for (const { askAndHear } of all) await askAndHear();
    },
    /** Begins nothing more; resolves when what is under way has come to an end. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(all.map(({ stop }) => stop()));
    },
  };
}

export type Sweeps = ReturnType<typeof createSweeps>;
