import { isSpeed } from '../plan/metrics.ts';
import type { Plan } from '../plan/plan.ts';
import { mustHaveSamples, thresholdsOf } from '../plan/thresholds.ts';
import type { Summary } from './read-k6-summary.ts';

/**
 * What a run says.
 * - `failed`: a promise was broken, or the service was too slow although k6 had time to measure it.
 * - `invalid`: k6's cores had no time left, and what was slow may have been k6. What is right or wrong on any machine was right.
 * - `undone`: invalid as well, for k6 did not run as configured, and nothing is known.
 */
export type Outcome = 'passed' | 'failed' | 'invalid' | 'undone' | 'interrupted';

export interface Evidence {
  plan: Plan;
  /** Null: k6 wrote none. */
  summary: Summary | null;
  /** k6's own; null where it had to be killed. */
  exitCode: number | null;
  /** The share of the run in which the cores of k6 did nothing. */
  idle: number;
  isInterrupted: boolean;
}

export interface Verdict {
  outcome: Outcome;
  reasons: string[];
}

/** With less, k6's latencies are its own. */
export const IDLE_LEAST = 0.2;
/** k6's exit codes: it did all that it was told, and (99) a threshold was crossed. */
const K6_DONE = [0, 99];

const EXPRESSION = /^(count|rate|value|avg|med|min|max|p\(\d+\))(<=|>=|==|<|>)([\d.]+)$/;

/** Whether `expression` holds for `values`; null where they don't say. Throws on an expression that is none. */
export function holds(expression: string, values: Record<string, number>): boolean | null {
  const match = EXPRESSION.exec(expression);
  if (match === null) throw new Error(`not a threshold expression: ${expression}`);
  const [, key = '', comparison, limit] = match;
  const value = values[key];
  if (value === undefined) return null;
  switch (comparison) {
    case '<':
      return value < Number(limit);
    case '>':
      return value > Number(limit);
    case '<=':
      return value <= Number(limit);
    case '>=':
      return value >= Number(limit);
    default:
      return value === Number(limit);
  }
}

/** What k6 did not do that it was told: its two known faults end as success (docs/load-testing.md). */
function watchdog({ plan, summary }: Evidence & { summary: Summary }): string[] {
  const count = (metric: string): number => summary.get(metric)?.['count'] ?? 0;
  const begun = count('sockets_begun');
  const decided = count('sockets_opened') + count('sockets_failed');
  const planned = plan.registrations + plan.claimedSigns + plan.subscribers + plan.commanders;
  const reasons: string[] = [];
  if (begun < planned) reasons.push(`k6 began ${begun} of ${planned} sockets, so not all virtual users were started`);
  if (decided < begun)
    reasons.push(`${begun - decided} sockets neither opened nor failed, so some virtual users hang in a handshake`);
  return reasons;
}

const rounded = (value: number): string => String(Math.round(value * 1_000) / 1_000);

/** The thresholds that did not hold, with what was measured. */
function crossed(plan: Plan, summary: Summary): { metric: string; words: string }[] {
  return Object.entries(thresholdsOf(plan)).flatMap(([metric, expressions]) => {
    const values = summary.get(metric) ?? { samples: 0 };
    if (mustHaveSamples(metric) && values['samples'] === 0 && values['count'] !== 0)
      return [{ metric, words: `${metric}: nothing was measured` }];
    return expressions
      .filter((expression) => holds(expression, values) === false)
      .map((expression) => {
        const key = expression.replace(/[<>=].*$/, '');
        return { metric, words: `${metric}: ${key} is ${rounded(values[key]!)}, but ${expression} was promised` };
      });
  });
}

/**
 * On a machine without time for k6, more iterations are dropped as well; a service without time turns requests away (decision 9), and one that could not look in time at who may see what tells walls to read anew
 * (docs/dashboards.md).
 */
const suffersFromBusyMachine = (metric: string): boolean =>
  isSpeed(metric) || ['dropped_iterations', 'patch_gaps', 'served'].includes(metric);

export function judge(evidence: Evidence): Verdict {
  const { plan, summary, exitCode, idle, isInterrupted } = evidence;
  if (isInterrupted) return { outcome: 'interrupted', reasons: [] };
  if (exitCode === null) return { outcome: 'undone', reasons: ['k6 did not end and was killed'] };
  if (!K6_DONE.includes(exitCode) && !(plan.endsAtFirstFailure && summary !== null))
    return { outcome: 'undone', reasons: [`k6 ended with code ${exitCode}; the last output of k6 is above`] };
  if (summary === null) return { outcome: 'undone', reasons: ['k6 wrote no summary'] };
  const crossings = crossed(plan, summary);
  if (exitCode === 99 && crossings.length === 0)
    crossings.push({ metric: '', words: 'k6 reported that a threshold was crossed' });
  const broken = crossings.filter(({ metric }) => !suffersFromBusyMachine(metric));
  const slow = crossings.filter(({ metric }) => suffersFromBusyMachine(metric));
  const words = (list: typeof crossings) => list.map((one) => one.words);
  const faults = plan.endsAtFirstFailure ? [] : watchdog({ ...evidence, summary });
  if (faults.length > 0) return { outcome: 'undone', reasons: [...faults, ...words(crossings)] };
  if (broken.length > 0) return { outcome: 'failed', reasons: words(crossings) };
  if (idle < IDLE_LEAST) {
    const busy = `k6’s cores were ${Math.round(idle * 100)} % idle, but at least ${IDLE_LEAST * 100} % is needed: k6 itself may have caused the delays`;
    return { outcome: 'invalid', reasons: [busy, ...words(slow)] };
  }
  return slow.length > 0 ? { outcome: 'failed', reasons: words(slow) } : { outcome: 'passed', reasons: [] };
}
