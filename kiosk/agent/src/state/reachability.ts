import type { CheckResult } from '../ports.ts';

/**
 * Whether the page on screen still answers (contract, section 5): `failuresNeeded` failures in a row make it unreachable, one
 * success makes it well again, another fingerprint says that it changed. The page on screen is not touched by any of that.
 */
export interface Reachability {
  /** In a row. */
  failures: number;
  /** Monotonic time of the first failure of the outage; null while the page answers. */
  failingSinceMs: number | null;
  unreachable: boolean;
  /** Of the page as it is on screen; null until the first check that answered. */
  fingerprint: string | null;
}

export const REACHABLE: Reachability = { failures: 0, failingSinceMs: null, unreachable: false, fingerprint: null };

export interface ReachabilityVerdict {
  next: Reachability;
  /** What is to be reported: null where nothing changed. */
  report: 'unreachable' | 'recovered' | null;
  /** The page is another one now and wants to be loaded again. */
  changed: boolean;
}

/** What one check says. `monotonicMs` is when it was made. */
export function judgeCheck(
  before: Reachability,
  check: CheckResult,
  monotonicMs: number,
  failuresNeeded: number,
): ReachabilityVerdict {
  if (!check.ok) {
    const failures = before.failures + 1;
    const unreachable = before.unreachable || failures >= failuresNeeded;
    return {
      next: { ...before, failures, unreachable, failingSinceMs: before.failingSinceMs ?? monotonicMs },
      report: unreachable && !before.unreachable ? 'unreachable' : null,
      changed: false,
    };
  }
  return {
    next: { ...REACHABLE, fingerprint: check.fingerprint },
    report: before.unreachable ? 'recovered' : null,
    changed: before.fingerprint !== null && before.fingerprint !== check.fingerprint,
  };
}
