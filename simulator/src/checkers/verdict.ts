/** One promise, judged over a whole run. */
export interface Verdict {
  promise: string;
  title: string;
  /**
   * `not_exercised`: the plan held cases and none came about, which is as bad as a broken promise; `not_planned`: this plan had none.
   */
  verdict: 'held' | 'broken' | 'not_exercised' | 'not_planned';
  cases: number;
  broken: number;
  /** The first few. */
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

/** How many counterexamples a report carries: enough to see a pattern. */
const COUNTEREXAMPLES_KEPT = 5;

/** The verdict on `promise` over `findings`, where the plan held `planned` cases. Zero cases are never a pass. */
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
