import { Type, type Static } from 'typebox';
import * as Value from 'typebox/value';

/** A promise that a run of `sim:verify` found broken. */
const Failure = Type.Object({
  /** A word where it was a plan of simulator/regressions: its name. */
  seed: Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1 })]),
  promise: Type.String(),
  words: Type.String(),
});
export type Failure = Static<typeof Failure>;

/** What `sim:verify --json` writes, as far as it matters here. */
const VerifyResult = Type.Object({
  ok: Type.Boolean(),
  seedsRun: Type.Integer({ minimum: 0 }),
  failures: Type.Array(Failure),
});

/** What became of the seeds of one run: all promises held, or the first of them that broke one; or the run says nothing about promises. */
export type Verdict =
  | { type: 'held'; seedsRun: number }
  | { type: 'broken'; failure: Failure; seedsRun: number }
  | { type: 'no_verdict'; words: string };

/** How a process ended, with its last words. */
export interface ProcessEnd {
  code: number | null;
  signal: string | null;
  isTooLate: boolean;
  lastWords: string;
}

const EXIT = { held: 0, broken: 1 } as const;
/** What `sim:verify` says where a run could not go on (an exception, a deadlock), and where what was planned did not happen. */
const NO_PROMISE = ['run', 'plan'];

/**
 * `written`: the file's text, null where there is none. A service that does not start, a crash, a hang or a run that could not go on has
 * broken no promise.
 */
export function judgeRun({ code, signal, isTooLate, lastWords }: ProcessEnd, written: string | null): Verdict {
  const none = (words: string): Verdict => ({ type: 'no_verdict', words: `${words}\n${lastWords}`.trim() });
  if (isTooLate) return none('It did not come to an end.');
  if (code !== EXIT.held && code !== EXIT.broken) return none(`It ended with ${signal ?? `exit code ${code}`}.`);
  const result = readResult(written);
  if (!result) return none('It left no result that can be read.');
  const { seedsRun, failures } = result;
  const [failure] = failures.toSorted((one, other) => Number(one.seed) - Number(other.seed));
  if (result.ok !== (code === EXIT.held) || result.ok === (failure !== undefined))
    return none('Its exit code and its result contradict each other.');
  if (failure && NO_PROMISE.includes(failure.promise)) return none(`Seed ${failure.seed}: ${failure.words}.`);
  return failure ? { type: 'broken', failure, seedsRun } : { type: 'held', seedsRun };
}

function readResult(written: string | null): Static<typeof VerifyResult> | null {
  try {
    const value: unknown = JSON.parse(written ?? '');
    return Value.Check(VerifyResult, value) ? value : null;
  } catch {
    return null;
  }
}
