/** The verdict on one promise over a whole run. */
export interface Verdict {
  promise: string;
  title: string;
  /**
   * `not_exercised`: the plan had cases and none happened, which is as bad as a broken promise. `not_planned`: the plan had none.
   */
  verdict: 'held' | 'broken' | 'not_exercised' | 'not_planned';
  cases: number;
  broken: number;
  /** The first few counterexamples. */
  counterexamples: Counterexample[];
}

export interface Counterexample {
  kiosk: number | null;
  expected: string;
  seen: string;
}

interface Findings {
  cases: number;
  broken: Counterexample[];
}

/** The number of counterexamples in a report: enough to see a pattern. */
const COUNTEREXAMPLES_KEPT = 5;

/** The verdict on `promise` from `findings`, where the plan had `planned` cases. Without a case a promise never counts as held. */
export function judge(promise: string, title: string, planned: number, { cases, broken }: Findings): Verdict {
  const verdict = broken.length > 0 ? 'broken' : cases > 0 ? 'held' : planned > 0 ? 'not_exercised' : 'not_planned';
  return {
    promise,
    title,
    verdict,
    cases,
    broken: broken.length,
    counterexamples: broken.slice(0, COUNTEREXAMPLES_KEPT),
  };
}

/** Whether a run with these verdicts kept its promises. */
export function allHeld(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ verdict }) => verdict === 'held' || verdict === 'not_planned');
}
