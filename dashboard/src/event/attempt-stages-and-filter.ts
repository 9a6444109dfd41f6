import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { UNDER_WAY, type ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { searchForm } from '../ui/normalize-search-text.ts';

/** The attempts to claim signs of an event: how far each came, and what is said of all. Pure. */

export const CLAIM_STAGES = ['code', 'asked', 'loaded', 'claimed'] as const;
export type ClaimStage = (typeof CLAIM_STAGES)[number];

/** At which stage each refusal breaks an attempt; one that is not here came from the form or the rules, before the sign was asked. */
const BROKEN_AT: Record<string, ClaimStage> = {
  device_no_ack: 'asked',
  sign_not_connected: 'asked',
  request_in_progress: 'asked',
  pending_expired: 'asked',
  request_id_reused: 'asked',
  unavailable: 'asked',
  internal: 'asked',
  device_load_failed: 'loaded',
};
/** What lies at the sign, its network or its page; the rest we refused. */
const AT_THE_SIGN: ReadonlySet<string> = new Set(['device_no_ack', 'device_load_failed', 'sign_not_connected']);

export const CLAIM_RESULTS = ['under-way', 'claimed', 'failed', 'refused'] as const;
export type ClaimResult = (typeof CLAIM_RESULTS)[number];

type Outcome = Pick<ClaimAttempt, 'outcome' | 'reason'>;

export const resultOf = ({ outcome }: Pick<Outcome, 'outcome'>): ClaimResult =>
  outcome === null
    ? 'under-way'
    : outcome === 'committed'
      ? 'claimed'
      : AT_THE_SIGN.has(outcome)
        ? 'failed'
        : 'refused';

/** The stage at which it broke; `claimed` where it did not, `asked` while it is under way. */
export function stageOf({ outcome }: Pick<Outcome, 'outcome'>): ClaimStage {
  if (outcome === null) return 'asked';
  return outcome === 'committed' ? 'claimed' : (BROKEN_AT[outcome] ?? 'code');
}

/** The code with the reason of a page: by it attempts are counted, and found by the address. */
export const codeOf = ({ outcome, reason }: Outcome): string =>
  reason === null ? (outcome ?? UNDER_WAY) : `${outcome}.${reason}`;

export interface Stage {
  stage: ClaimStage;
  /** How many came so far. */
  reached: number;
  /** Why the others broke here, the most frequent first. */
  broken: { code: string; count: number }[];
}

/** How far the attempts came: each stage has those that did not break before it. */
export function stagesOf(attempts: readonly ClaimAttempt[]): Stage[] {
  let reached = attempts.length;
  return CLAIM_STAGES.map((stage) => {
    const here = attempts.filter((attempt) => stageOf(attempt) === stage && attempt.outcome !== 'committed');
    const counts = Array.from(Map.groupBy(here, codeOf), ([code, all]) => ({ code, count: all.length }));
    counts.sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
    const found: Stage = { stage, reached, broken: counts };
    reached -= here.length;
    return found;
  });
}

/** Each says whether its device is claimed now: `sign_already_claimed` by another claim. Who only came at the wrong moment learnt nothing of it. */
const SAYS_CLAIMED: ReadonlySet<string> = new Set(['committed', 'sign_already_claimed']);
const SAYS_NOTHING: ReadonlySet<string> = new Set(['request_in_progress', 'request_id_reused']);

export interface AttemptsSummary {
  attempts: number;
  refused: number;
  /** Devices that are not claimed, by the newest attempt that says whether they are. */
  notClaimed: number;
  /** Of the claims; null where there is none. */
  medianMs: number | null;
}

/** `attempts`: newest first. */
export function summaryOf(attempts: readonly ClaimAttempt[]): AttemptsSummary {
  const isClaimed = new Map<string, boolean>();
  for (const { device, outcome } of attempts)
    if (outcome !== null && !isClaimed.has(device.signId) && !SAYS_NOTHING.has(outcome))
      isClaimed.set(device.signId, SAYS_CLAIMED.has(outcome));
  const claimed = attempts.filter(({ outcome }) => outcome === 'committed');
  const durations = claimed.flatMap(({ durationMs }) => durationMs ?? []).sort((one, other) => one - other);
  return {
    attempts: attempts.length,
    refused: attempts.length - claimed.length,
    notClaimed: Array.from(isClaimed.values()).filter((is) => !is).length,
    medianMs: durations[Math.floor((durations.length - 1) / 2)] ?? null,
  };
}

type ClaimUpdate = DashboardUpdateMessage<'claim:update'>;

/** An attempt of the caller that has no outcome yet, as its operator is told of it. */
export interface UnderWay extends Pick<ClaimUpdate, 'requestId' | 'signId'> {
  step: 'sent' | 'acknowledged';
  /** By this browser's clock: when it was first heard of. */
  sinceMs: number;
}

/** The caller's attempts under way after an update; one that ended is in the list of the service. */
export function withUpdate(
  underWay: readonly UnderWay[],
  { requestId, signId, step }: ClaimUpdate,
  nowMs: number,
): readonly UnderWay[] {
  const others = underWay.filter((one) => one.requestId !== requestId);
  if (step === 'committed' || step === 'failed') return others;
  const sinceMs = underWay.find((one) => one.requestId === requestId)?.sinceMs ?? nowMs;
  return [{ requestId, signId, step, sinceMs }, ...others];
}

/** Twice what a page has to load, and its acknowledgement to come: the word of its end was lost, and the list has it. */
const LONGEST_UNDER_WAY_MS = 120_000;

/** Without those that must have ended by now. */
export const stillUnderWay = (underWay: readonly UnderWay[], nowMs: number): readonly UnderWay[] =>
  underWay.filter(({ sinceMs }) => nowMs - sinceMs < LONGEST_UNDER_WAY_MS);

export interface AttemptsFilter {
  result: ClaimResult | null;
  /** `codeOf` an attempt. */
  code: string | null;
  isMine: boolean;
  /** What is looked for in names of signs and people, and in codes. */
  find: string;
}

export interface AttemptsQuery {
  q?: string | undefined;
  result?: string | undefined;
  code?: string | undefined;
  mine?: string | undefined;
}

export const attemptsFilterOf = ({ result, code, mine, q }: AttemptsQuery): AttemptsFilter => ({
  result: CLAIM_RESULTS.find((known) => known === result) ?? null,
  code: code || null,
  isMine: mine === '1',
  find: q ?? '',
});

export const attemptsQueryOf = ({ result, code, isMine, find }: AttemptsFilter) => ({
  result: result ?? undefined,
  code: code ?? undefined,
  mine: isMine ? '1' : undefined,
  q: find || undefined,
});

/** What Escape leaves of it: the last of what was looked for, why and how attempts ended, and whose they are goes. */
export function attemptsOneStepBack(filter: AttemptsFilter): AttemptsFilter {
  if (filter.find !== '') return { ...filter, find: '' };
  if (filter.code !== null) return { ...filter, code: null };
  return filter.result === null ? { ...filter, isMine: false } : { ...filter, result: null };
}

/** `signName`: of its record, where there is one. */
function isFound({ actor, device }: ClaimAttempt, signName: string, find: string): boolean {
  const wanted = searchForm(find.trim());
  if (searchForm(signName).includes(wanted) || searchForm(actor?.name ?? '').includes(wanted)) return true;
  const code = wanted.replace(/[\s-]/g, '');
  return code !== '' && device.shortCode.toLowerCase().includes(code);
}

export const passes = (
  attempt: ClaimAttempt,
  { result, code, isMine, find }: AttemptsFilter,
  callerId: string,
  signName = '',
): boolean =>
  (result === null || resultOf(attempt) === result) &&
  (code === null || codeOf(attempt) === code) &&
  (!isMine || attempt.actor?.id === callerId) &&
  (find.trim() === '' || isFound(attempt, signName, find));
