import { Worker } from 'node:worker_threads';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { withTimeout } from '../flow/with-timeout.ts';
import {
  createThinker,
  type Answers,
  type RecurrenceQuestion,
  type RecurrenceThinker,
} from '../recurrence/recurrence-questions.ts';
import type { Logger } from '../logging/logger-type.ts';

/** A question of fifty rules at the end of their budgets takes half a second on a slow machine. */
const DEADLINE_MS = 5_000;
/** If so many rules in a row get no answer, each asked alone of a new thread, no rule is to blame: the rest is not asked. */
const MOST_UNANSWERED = 2;

interface Thread {
  post(question: RecurrenceQuestion): Promise<Answers | null>;
  end(): Promise<void>;
}

/** `post` gives null where the thread has died, or has been ended, over its question. */
function startThread(): Thread {
  const worker = new Worker(new URL('./recurrence-worker.ts', import.meta.url));
  // An idle thread never keeps the process from ending.
  worker.unref();
  let settle: (answer: Answers | null) => void = () => {};
  worker.on('message', (answer: Answers) => settle(answer));
  worker.on('error', () => settle(null));
  worker.on('exit', () => settle(null));
  return {
    post(question) {
      const { promise, resolve } = Promise.withResolvers<Answers | null>();
      settle = resolve;
      worker.postMessage(question);
      return promise;
    },
    end: async () => void (await worker.terminate()),
  };
}

/**
 * Computes rules in a thread of its own, one question after the other, so that none holds up the service whatever it costs. A question that takes
 * longer than its deadline ends the thread, and the next question starts another. Looks are then asked for one by one, so that a rule that hangs
 * keeps no other from its look. A missing answer is no verdict about a rule: the process or the thread may have stalled. Only the computation
 * itself says that a rule is over its budget. After `close` questions reject.
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

  async function askOnce(question: RecurrenceQuestion): Promise<Answers | null> {
    if (isClosed) throw new Error('recurrence worker thread stopped');
    const asked = (thread ??= startThread());
    const answer = await withTimeout(clock, asked.post(question), deadlineMs, null);
    if (answer === null) {
      thread = null;
      await asked.end();
    }
    return answer;
  }

  async function lookOneByOne(question: RecurrenceQuestion): Promise<Answers | null> {
    const each: Answers = [];
    let unanswered = 0;
    for (const timing of question.timings) {
      const answer = await askOnce({ ...question, timings: [timing] });
      if (answer === null)
        log.warn({ deadlineMs, recurrence: timing.recurrence }, 'recurrence worker thread timed out');
      unanswered = answer === null ? unanswered + 1 : 0;
      each.push(answer?.[0] ?? 'no_answer');
      if (unanswered === MOST_UNANSWERED) break;
    }
    if (each.every((one) => one === 'no_answer')) return null;
    return question.timings.map((_, index) => each[index] ?? 'no_answer');
  }

  async function ask(question: RecurrenceQuestion): Promise<Answers | null> {
    const answer = await askOnce(question);
    if (answer !== null) return answer;
    const { kind, timings } = question;
    log.warn({ deadlineMs, kind, rules: timings.length }, 'recurrence worker thread timed out, terminating it');
    return kind === 'look' && timings.length > 1 ? await lookOneByOne(question) : null;
  }

  const inTurn = (question: RecurrenceQuestion): Promise<Answers | null> => {
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
