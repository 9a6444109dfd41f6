import { createHash } from 'node:crypto';
import { allHeld, type Verdict } from '../checkers/verdict.ts';
import { lastAnswer } from '../checkers/claims.ts';
import { seenFinalState } from '../checkers/read-final-state.ts';
import type { KioskEvidence, RunEvidence } from '../evidence/evidence-types.ts';
import type { LatencySummary } from '../evidence/record-latencies.ts';
import { expectedOutcome } from '../plan/expected-outcome.ts';
import type { FinalState, KioskPlan, Step, Told } from '../plan/plan-types.ts';

import type { AlertReport } from './build-alert-report.ts';

/** What was run, and how to run it again. */
interface RunFacts {
  command: string;
  seed: string;
  kiosks: number;
  scenario: string;
  backend: string;
  versions: Record<string, string>;
  startedAt: string;
  durationSeconds: number;
  interrupted: boolean;
}

/** What was measured. Null where it could not be, as with a backend that shows no metrics. */
export interface RunFigures {
  latenciesMs: {
    /** From the request of an undisturbed claim to its reply, less the kiosk's own load time. */
    claimOverhead: LatencySummary;
    claimTotal: LatencySummary;
    heartbeatAck: LatencySummary;
    qrGone: LatencySummary;
  };
  heartbeats: { sent: number; acked: number; inFlight: number; lost: number; unasked: number };
  reconnects: number;
  server: { cpuSeconds: number | null; cpuShare: number | null; memoryPeakBytes: number | null };
  simulator: { cpuSeconds: number; memoryPeakBytes: number };
  /** A window in which nobody claimed anything: what heartbeats alone cost the database. */
  quiet: { seconds: number; heartbeats: number; statements: number | null; statementsPer1000Heartbeats: number | null };
}

/** One kiosk, in words that are the same in every run of the same seed. */
interface KioskReport {
  index: number;
  name: string;
  injected: { page: string; linkFault: string; mistakes: string[]; turns: string[] };
  told: Omit<Told, 'step'>[];
  outcome: { expected: FinalState; seen: FinalState };
  /** False: the run was interrupted before this kiosk's story was. */
  playedToItsEnd: boolean;
  asExpected: boolean;
}

export interface Report {
  verdict: 'held' | 'broken' | 'interrupted';
  run: RunFacts;
  promises: Verdict[];
  /** First claims by what was injected and what the operator was told of them in the end. */
  claims: ClaimGroup[];
  figures: RunFigures;
  /** Who was told what, where the scenario has a watch. */
  alerts: AlertReport | null;
  /** SHA-256 over `kiosks`: equal for two runs whose faults and outcomes were equal, kiosk by kiosk. */
  outcomesDigest: string;
  kiosks: KioskReport[];
}

export interface ClaimGroup {
  linkFault: string;
  page: string;
  told: string;
  count: number;
  asExpected: number;
}

export function buildReport(
  run: RunFacts,
  evidence: RunEvidence,
  promises: Verdict[],
  figures: RunFigures,
  alerts: AlertReport | null,
): Report {
  const kiosks = evidence.kiosks.map((kiosk) => kioskReport(kiosk, evidence));
  return {
    verdict: run.interrupted ? 'interrupted' : allHeld(promises) ? 'held' : 'broken',
    run,
    promises,
    claims: groupClaims(evidence.kiosks, kiosks),
    figures,
    alerts,
    outcomesDigest: createHash('sha256').update(JSON.stringify(kiosks)).digest('hex'),
    kiosks,
  };
}

function kioskReport(kiosk: KioskEvidence, evidence: RunEvidence): KioskReport {
  const { plan } = kiosk;
  const expected = expectedOutcome(plan);
  const seen = seenFinalState(kiosk, evidence);
  const told = kiosk.told.map(({ request, action, status, code, reason }) => ({ request, action, status, code, reason }));
  const asExpected =
    kiosk.over &&
    kiosk.stuck.length === 0 &&
    JSON.stringify(kiosk.told) === JSON.stringify(expected.told) &&
    JSON.stringify(seen) === JSON.stringify(expected.final);
  return {
    index: plan.index,
    name: plan.sign.name,
    injected: injectedInto(plan),
    told,
    outcome: { expected: expected.final, seen },
    playedToItsEnd: kiosk.over,
    asExpected,
  };
}

const MISTAKES = new Set(['wrong-code', 'unknown-code', 'bad-url']);

function injectedInto({ steps }: KioskPlan): KioskReport['injected'] {
  const firstAt = steps.findIndex((step) => step.do === 'claim' && step.request === 'first');
  const first = steps[firstAt];
  const words = (step: Step): string =>
    step.do === 'claim' ? `${step.operator} claims "${step.request}" ${step.body === 'planned' ? '' : `${step.body} `}by ${step.proof.by}` : step.do === 'duty' ? `duty ${step.duty}` : step.do;
  return {
    page: first?.do === 'claim' ? first.page : '',
    linkFault: first?.do === 'claim' ? first.fault : '',
    mistakes: steps.flatMap((step) => (step.do === 'claim' && MISTAKES.has(step.request) ? [step.request] : [])),
    turns: steps.slice(firstAt + 1).map(words),
  };
}

function groupClaims(evidence: readonly KioskEvidence[], reports: readonly KioskReport[]): ClaimGroup[] {
  const groups = new Map<string, ClaimGroup>();
  for (const [index, { injected, asExpected }] of reports.entries()) {
    const last = lastAnswer(evidence[index]!, 'first');
    const words = last ? [last.code, last.reason].filter(Boolean).join(' ') : 'nothing';
    const key = [injected.linkFault, injected.page, words].join('/');
    const group = groups.get(key) ?? { linkFault: injected.linkFault, page: injected.page, told: words, count: 0, asExpected: 0 };
    group.count += 1;
    if (asExpected) group.asExpected += 1;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.linkFault.localeCompare(b.linkFault) || a.page.localeCompare(b.page));
}
