import type { ClaimAttempt, ClaimAttemptsSummary } from '@sign-display/contracts/rest/claims';
import { searchForm } from '../ui/normalize-search-text.ts';

/** The attempts to claim signs of an event: how far each came, and what is said of all. Pure. */

export const CLAIM_STAGES = ['asked', 'loaded', 'claimed'] as const;
export type ClaimStage = (typeof CLAIM_STAGES)[number];

/** As the contract has it; its schemas stay out of the page. */
const UNDER_WAY = 'under_way';

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

/** The stage at which it broke, or is; `claimed` where it did not break. Only a page that did not load breaks an attempt after the sign was asked. */
export function stageOf({ outcome }: Pick<Outcome, 'outcome'>): ClaimStage {
  if (outcome === 'committed') return 'claimed';
  return outcome === 'device_load_failed' ? 'loaded' : 'asked';
}

/** The code with the reason of a page: by it attempts are counted, and found by the address. */
export const codeOf = ({ outcome, reason }: Outcome): string =>
  reason === null ? (outcome ?? UNDER_WAY) : `${outcome}.${reason}`;

export interface Stage {
  stage: ClaimStage;
  /** How many came so far. */
  reached: number;
  /** Why the others broke here, or that they are under way; the most frequent first. */
  broken: { code: string; count: number }[];
}

/** How many attempts ended with a claimed sign, by what they were; those that occur. */
export const claimedByKind = (groups: Groups): { kind: ClaimAttempt['kind']; count: number }[] =>
  (['claim', 'link', 'replace'] as const)
    .map((kind) => ({
      kind,
      count: groups.reduce(
        (sum, group) => sum + (group.kind === kind && group.outcome === 'committed' ? group.count : 0),
        0,
      ),
    }))
    .filter(({ count }) => count > 0);

type Groups = ClaimAttemptsSummary['byOutcome'];

/** How far the attempts came, from their counts: each stage has those that did not break before it. */
export function stagesOf(groups: Groups): Stage[] {
  let reached = groups.reduce((sum, { count }) => sum + count, 0);
  return CLAIM_STAGES.map((stage) => {
    const here = groups.filter((group) => stageOf(group) === stage && group.outcome !== 'committed');
    const counts = Array.from(Map.groupBy(here, codeOf), ([code, all]) => ({
      code,
      count: all.reduce((sum, { count }) => sum + count, 0),
    }));
    counts.sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
    const found: Stage = { stage, reached, broken: counts };
    reached -= counts.reduce((sum, { count }) => sum + count, 0);
    return found;
  });
}

/** How many attempts ended with each result, or are under way. */
export const countOfResult = (groups: Groups, result: ClaimResult): number =>
  groups.reduce((sum, group) => sum + (resultOf(group) === result ? group.count : 0), 0);

type Counted = Pick<ClaimAttempt, 'kind' | 'outcome' | 'reason'>;

/** The counts after an attempt began or ended. `before`: as it was counted; undefined: it was not. The durations stay until they are read again. */
export function withCounted(
  summary: ClaimAttemptsSummary,
  before: Counted | undefined,
  after: Counted,
): ClaimAttemptsSummary {
  const isOf = (one: Counted) => (other: Counted) =>
    one.kind === other.kind && one.outcome === other.outcome && one.reason === other.reason;
  const { kind, outcome, reason } = after;
  const byOutcome = summary.byOutcome.map((group) => ({ ...group }));
  const left = before && byOutcome.find(isOf(before));
  if (left) left.count -= 1;
  const entered = byOutcome.find(isOf(after));
  if (entered) entered.count += 1;
  else byOutcome.push({ kind, outcome, reason, count: 1 });
  const total = summary.total + (left ? 0 : 1);
  return { ...summary, total, byOutcome: byOutcome.filter(({ count }) => count > 0) };
}

/** Each says whether its device is claimed now: `sign_already_claimed` by another claim. Who only came at the wrong moment learnt nothing of it. */
const SAYS_CLAIMED: ReadonlySet<string> = new Set(['committed', 'sign_already_claimed']);
const SAYS_NOTHING: ReadonlySet<string> = new Set(['request_in_progress', 'request_id_reused']);

/** Devices that are not claimed, by the newest attempt that says whether they are. `attempts`: newest first. */
export function notClaimedOf(attempts: readonly ClaimAttempt[]): number {
  const isClaimed = new Map<string, boolean>();
  for (const { device, outcome } of attempts)
    if (outcome !== null && !isClaimed.has(device.signId) && !SAYS_NOTHING.has(outcome))
      isClaimed.set(device.signId, SAYS_CLAIMED.has(outcome));
  return Array.from(isClaimed.values()).filter((is) => !is).length;
}

export interface AttemptsFilter {
  result: ClaimResult | null;
  /** `codeOf` an attempt. */
  code: string | null;
  isMine: boolean;
  /** Only attempts that began in the last 24 hours. */
  isToday: boolean;
  /** What is looked for in names of signs and people, and in codes. */
  find: string;
}

export interface AttemptsQuery {
  q?: string | undefined;
  result?: string | undefined;
  code?: string | undefined;
  mine?: string | undefined;
  since?: string | undefined;
}

export const attemptsFilterOf = ({ result, code, mine, since, q }: AttemptsQuery): AttemptsFilter => ({
  result: CLAIM_RESULTS.find((known) => known === result) ?? null,
  code: code || null,
  isMine: mine === '1',
  isToday: since === 'day',
  find: q ?? '',
});

export const attemptsQueryOf = ({ result, code, isMine, isToday, find }: AttemptsFilter) => ({
  result: result ?? undefined,
  code: code ?? undefined,
  mine: isMine ? '1' : undefined,
  since: isToday ? 'day' : undefined,
  q: find || undefined,
});

/** What Escape leaves of it: the last of what was looked for, why and how attempts ended, when they began and whose they are goes. */
export function attemptsOneStepBack(filter: AttemptsFilter): AttemptsFilter {
  if (filter.find !== '') return { ...filter, find: '' };
  if (filter.code !== null) return { ...filter, code: null };
  if (filter.result !== null) return { ...filter, result: null };
  return filter.isToday ? { ...filter, isToday: false } : { ...filter, isMine: false };
}

/** `signName`: of its record, where there is one. */
function isFound({ actor, device, name }: ClaimAttempt, signName: string, find: string): boolean {
  const wanted = searchForm(find.trim());
  if (searchForm(signName).includes(wanted) || searchForm(name ?? '').includes(wanted)) return true;
  if (searchForm(actor?.name ?? '').includes(wanted)) return true;
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
