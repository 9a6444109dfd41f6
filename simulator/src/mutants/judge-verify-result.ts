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
  /** By the name of the plan, of all that were lived to their end. */
  regressionHashes: Type.Optional(Type.Record(Type.String(), Type.String())),
});
type VerifyResult = Static<typeof VerifyResult>;

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

const noVerdict = (words: string, { lastWords }: ProcessEnd): Verdict & { type: 'no_verdict' } => ({
  type: 'no_verdict',
  words: `${words}\n${lastWords}`.trim(),
});

/** The result of a run that came to its end; or that it says nothing about promises. */
function resultOf(end: ProcessEnd, written: string | null): VerifyResult | (Verdict & { type: 'no_verdict' }) {
  const { code, signal, isTooLate } = end;
  if (isTooLate) return noVerdict('The run did not finish.', end);
  if (code !== EXIT.held && code !== EXIT.broken)
    return noVerdict(`It ended with ${signal ?? `exit code ${code}`}.`, end);
  const result = readResult(written);
  if (!result) return noVerdict('The run left no readable result.', end);
  if (result.ok !== (code === EXIT.held) || result.ok === result.failures.length > 0)
    return noVerdict('The exit code and the result of the run contradict each other.', end);
  return result;
}

function verdictOf(failure: Failure | undefined, seedsRun: number, end: ProcessEnd): Verdict {
  if (!failure) return { type: 'held', seedsRun };
  if (NO_PROMISE.includes(failure.promise)) return noVerdict(`Seed ${failure.seed}: ${failure.words}.`, end);
  return { type: 'broken', failure, seedsRun };
}

/**
 * `written`: the file's text, null where there is none. A service that does not start, a crash, a hang or a run that could not go on has
 * broken no promise.
 */
export function judgeRun(end: ProcessEnd, written: string | null): Verdict {
  const result = resultOf(end, written);
  if ('type' in result) return result;
  const [failure] = result.failures.toSorted((one, other) => Number(one.seed) - Number(other.seed));
  return verdictOf(failure, result.seedsRun, end);
}

/** The same for a run of many plans: the verdict on each, by its name. */
export function judgePlans(end: ProcessEnd, written: string | null): (plan: string) => Verdict {
  const result = resultOf(end, written);
  if ('type' in result) return () => result;
  return (plan) =>
    Object.hasOwn(result.regressionHashes ?? {}, plan)
      ? verdictOf(
          result.failures.find(({ seed }) => seed === plan),
          1,
          end,
        )
      : noVerdict(`The plan ${plan} does not exist.`, end);
}

function readResult(written: string | null): VerifyResult | null {
  try {
    const value: unknown = JSON.parse(written ?? '');
    return Value.Check(VerifyResult, value) ? value : null;
  } catch {
    return null;
  }
}
