import type { CheckResult } from '../ports.ts';

/**
 * Whether the page on screen still answers (contract, section 5), and whether it has changed. Pure; a check never
 * touches the page on screen itself.
 *
 * - `failuresNeeded` failures in a row make the page unreachable, and one success makes it well again.
 * - Another body is confirmed by a second request: if that has the same body, the page has changed; if not, the page
 *   changes at every request, and no body says anything about it until the page is loaded again.
 * - A page that changed at `changesMost` checks in a row, with no unchanged check between them (a clock), counts as one
 *   that changes at every request, so that it isn't reloaded forever.
 */
export interface Reachability {
  /** The page that these facts are about; null: no page is on screen. */
  url: string | null;
  /** In a row. */
  failures: number;
  /** Monotonic time of the first failure of the outage; null while the page answers. */
  failingSinceMs: number | null;
  unreachable: boolean;
  /** Of the page as it is on screen; null until the first check that answered. */
  fingerprint: string | null;
  /** Another body, until the second request confirms it. */
  unconfirmed: string | null;
  /** Changes without an unchanged check between them. */
  changes: number;
  /** The page changes at every request. */
  restless: boolean;
  /** The history has been told that the page changes at every request. */
  noted: boolean;
}

export const REACHABLE: Reachability = {
  url: null,
  failures: 0,
  failingSinceMs: null,
  unreachable: false,
  fingerprint: null,
  unconfirmed: null,
  changes: 0,
  restless: false,
  noted: false,
};

/** A page was put on screen. A reload of the same page keeps the count of its changes. */
export const watched = ({ url: before, changes, noted }: Reachability, url: string): Reachability =>
  before === url ? { ...REACHABLE, url, changes, noted } : { ...REACHABLE, url };

export interface ReachabilityVerdict {
  next: Reachability;
  /** What is to be reported: null where nothing changed. */
  report: 'unreachable' | 'recovered' | null;
  /** `confirm`: request the page again immediately. `reload`: the page has changed. `note`: it changes at every request. */
  doNext: 'confirm' | 'reload' | 'note' | null;
}

/** What one check says. `monotonicMs` is when it was made. */
export function judgeCheck(
  before: Reachability,
  check: CheckResult,
  monotonicMs: number,
  { failuresNeeded, changesMost }: { failuresNeeded: number; changesMost: number },
): ReachabilityVerdict {
  if (!check.ok) {
    const failures = before.failures + 1;
    const unreachable = before.unreachable || failures >= failuresNeeded;
    const failingSinceMs = before.failingSinceMs ?? monotonicMs;
    return {
      next: { ...before, failures, unreachable, failingSinceMs, unconfirmed: null },
      report: unreachable && !before.unreachable ? 'unreachable' : null,
      doNext: null,
    };
  }
  const well = { ...before, failures: 0, failingSinceMs: null, unreachable: false };
  const { facts, doNext } = judgeBody(before, check.fingerprint, changesMost);
  return { next: { ...well, ...facts }, report: before.unreachable ? 'recovered' : null, doNext };
}

function judgeBody(
  before: Reachability,
  fingerprint: string,
  changesMost: number,
): { facts: Partial<Reachability>; doNext: ReachabilityVerdict['doNext'] } {
  const { unconfirmed, changes, noted } = before;
  if (before.restless) return { facts: {}, doNext: null };
  if (before.fingerprint === null) return { facts: { fingerprint }, doNext: null };
  if (unconfirmed === null) {
    if (fingerprint === before.fingerprint) return { facts: { changes: 0, noted: false }, doNext: null };
    return { facts: { unconfirmed: fingerprint }, doNext: 'confirm' };
  }
  if (fingerprint === unconfirmed && changes < changesMost)
    return { facts: { fingerprint, unconfirmed: null, changes: changes + 1 }, doNext: 'reload' };
  const facts = { restless: true, noted: true, fingerprint: null, unconfirmed: null };
  return { facts, doNext: noted ? null : 'note' };
}
