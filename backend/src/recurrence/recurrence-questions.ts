import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { lookUpOccurrences, tryRecurrence, type OccurrenceLookup, type Timing } from './occurrences.ts';
import { isTimeZone } from './time-zone-check.ts';
import { wallAt } from './wall-clock.ts';

/**
 * What is computed of rules, as questions about many of them and plain answers, so that it can be asked of another thread. What one of them costs
 * is bounded by its steps (occurrences.ts).
 */
export type RecurrenceQuestion =
  { kind: 'trySet'; timings: readonly Timing[] } | { kind: 'look'; timings: readonly Timing[]; nowMs: number };

/** Whether a schedule that somebody gives can be one: its steps from one occurrence to the next, or the field that is wrong. */
type Tried = { steps: number } | FieldError;

/**
 * Why there is no look. `over_budget` is final: whoever computed the rule says so, and every node would. The others say nothing about the rule:
 * `unknown_time_zone`, the runtime of this node is older than the one that accepted the schedule; `no_answer`, the thread stalled or died.
 */
type NoLook = 'over_budget' | 'unknown_time_zone' | 'no_answer';
export type Looked = OccurrenceLookup | NoLook;
export const isOccurrenceLookup = (looked: Looked): looked is OccurrenceLookup => typeof looked !== 'string';

/** One for each timing of the question, in its order; those to `trySet` may be fewer. */
export type Answers = (Tried | Looked)[];

/** Who computes rules: a thread of its own on the real machine, the caller's where time is virtual. */
export interface RecurrenceThinker {
  /** Tries a set that somebody gives, in its order, and not to its end where enough of it is refused. `no_answer` says nothing about the set. */
  trySet(timings: readonly Timing[]): Promise<Tried[] | 'no_answer'>;
  /** Looks at rules that are let in, at one moment. */
  look(timings: readonly Timing[], nowMs: number): Promise<Looked[]>;
}

/** So many looks are one question: some tens of milliseconds at the most, and little to copy. */
const LOOKS_A_QUESTION = 50;
/** As many errors as a form can mend at once (http/validation.ts tells no more either). */
export const ERRORS_REPORTED = 20;
/**
 * What a look at a whole set may take, from one occurrence to the next: 500 rules that happen each week and are said by the day.
 * `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29` is 1,461 days of it, so that three of it fit; as `FREQ=YEARLY` it is eight steps.
 */
const STEPS_A_SET = 5_000;

function tryOne(timing: Timing): Tried {
  const { startsAtMs, endsAtMs, timeZone, recurrence } = timing;
  if (!isTimeZone(timeZone)) return { path: '/timeZone', message: FIELD_MESSAGES.unknownZone };
  if (recurrence === null) return { steps: 0 };
  // An hour that comes twice: the instants are in order, what the wall shows is not.
  if (wallAt(endsAtMs, timeZone) <= wallAt(startsAtMs, timeZone))
    return { path: '/endsAt', message: 'is not after startsAt on the clock of timeZone' };
  const tried = tryRecurrence({ ...timing, recurrence });
  return 'problem' in tried ? { path: '/recurrence', message: tried.problem } : tried;
}

const TOO_MANY: FieldError = {
  path: '/recurrence',
  message: 'and those before it search through too many days between their occurrences: a rarer FREQ says the same',
};

function trySet(timings: readonly Timing[]): Tried[] {
  const tried: Tried[] = [];
  let [steps, errors] = [0, 0];
  for (const timing of timings) {
    const one = tryOne(timing);
    if ('steps' in one) steps += one.steps;
    else errors += 1;
    tried.push(steps > STEPS_A_SET ? TOO_MANY : one);
    if (steps > STEPS_A_SET || errors === ERRORS_REPORTED) break;
  }
  return tried;
}

function lookOne(timing: Timing, nowMs: number): Looked {
  if (timing.recurrence !== null && !isTimeZone(timing.timeZone)) return 'unknown_time_zone';
  return lookUpOccurrences(timing, nowMs) ?? 'over_budget';
}

/** The answer to one question, computed here and now. */
export function answerQuestion(question: RecurrenceQuestion): Answers {
  if (question.kind === 'trySet') return trySet(question.timings);
  return question.timings.map((timing) => lookOne(timing, question.nowMs));
}

/** A thinker by whoever answers questions; null where there is no answer. After that the rest of the looks are not asked for. */
export function createThinker(ask: (question: RecurrenceQuestion) => Promise<Answers | null>): RecurrenceThinker {
  return {
    trySet: async (timings) => ((await ask({ kind: 'trySet', timings })) as Tried[] | null) ?? 'no_answer',
    async look(timings, nowMs) {
      const looks: Answers = [];
      for (let from = 0; from < timings.length; from += LOOKS_A_QUESTION) {
        const answer = await ask({ kind: 'look', timings: timings.slice(from, from + LOOKS_A_QUESTION), nowMs });
        if (answer === null) break;
        looks.push(...answer);
      }
      return timings.map((_, index) => (looks[index] as Looked | undefined) ?? 'no_answer');
    },
  };
}

/** Computes where it is asked, under the same budget: for virtual time and for tests. */
export const createInlineThinker = (): RecurrenceThinker => createThinker(async (question) => answerQuestion(question));
