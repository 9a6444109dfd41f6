import { Worker } from 'node:worker_threads';
import type { Clock } from '@sign-display/contracts/ports';
import {
  UNANSWERED,
  createThinker,
  type RecurrenceQuestion,
  type RecurrenceThinker,
} from '../content/recurrence-questions.ts';
import type { Logger } from '../telemetry/logger.ts';

/** A question of fifty rules at the end of their budgets takes half a second on a slow machine. */
const DEADLINE_MS = 5_000;

type Answer = Awaited<ReturnType<Parameters<typeof createThinker>[0]>>;

interface Thread {
  post(question: RecurrenceQuestion): Promise<Answer | null>;
  end(): Promise<void>;
}

/** `post` gives null where the thread has died, or has been ended, over its question. */
function startThread(): Thread {
  const worker = new Worker(new URL('./recurrence-worker.ts', import.meta.url));
  // An idle thread never keeps the process from ending.
  worker.unref();
  let settle: (answer: Answer | null) => void = () => {};
  worker.on('message', (answer: Answer) => settle(answer));
  worker.on('error', () => settle(null));
  worker.on('exit', () => settle(null));
  return {
    post(question) {
      const { promise, resolve } = Promise.withResolvers<Answer | null>();
      settle = resolve;
      worker.postMessage(question);
      return promise;
    },
    end: async () => void (await worker.terminate()),
  };
}

/**
 * Computes rules in a thread of its own, one question after the other, so that none holds up the service whatever it costs. A question that takes
 * longer than its deadline ends the thread; then its rules are asked one by one of another, and the one that takes too long by itself is told so.
 * The first question starts the thread. After `close` nothing is answered any more.
 */
export function createRecurrenceThread(deps: {
  clock: Clock;
  log: Logger;
  deadlineMs?: number;
}): RecurrenceThinker & { close(): Promise<void> } {
  const { clock, log, deadlineMs = DEADLINE_MS } = deps;
  let thread: Thread | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function askOnce(question: RecurrenceQuestion): Promise<Answer | null> {
    if (isClosed) throw new Error('the thread for recurrence rules is closed');
    const asked = (thread ??= startThread());
    const late = Promise.withResolvers<null>();
    const cancel = clock.after(deadlineMs, () => late.resolve(null));
    const answer = await Promise.race([asked.post(question), late.promise]).finally(cancel);
    if (answer === null) {
      thread = null;
      await asked.end();
    }
    return answer;
  }

  async function ask(question: RecurrenceQuestion): Promise<Answer> {
    const answer = await askOnce(question);
    if (answer !== null) return answer;
    const { timings } = question;
    if (timings.length === 1) {
      log.warn({ deadlineMs, recurrence: timings[0]!.recurrence }, 'recurrence rule given up: it takes too long');
      return [UNANSWERED[question.kind]];
    }
    const each: Answer = [];
    for (const timing of timings) {
      const [one] = await ask({ ...question, timings: [timing] });
      each.push(one!);
      // A set is refused by then; the rest of it needs no trying.
      if (one === UNANSWERED.trySet) break;
    }
    return each;
  }

  const inTurn = (question: RecurrenceQuestion): Promise<Answer> => {
    const answer = last.then(() => ask(question));
    last = answer.catch(() => {});
    return answer;
  };

  return {
    ...createThinker(inTurn),
    async close() {
      isClosed = true;
      await thread?.end();
    },
  };
}
