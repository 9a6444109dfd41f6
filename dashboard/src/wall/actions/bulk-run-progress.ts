import type { Bulk, BulkAction, BulkCounts } from '@sign-display/contracts/rest/bulk';
import type { CommandState } from '@sign-display/contracts/rest/commands';
import type { Problem } from '@sign-display/contracts/rest/problem';

/**
 * One deed on many signs, and how far it is. A run has a part for each request that it took; what is said of it is their sum. Pure. What the service did not
 * answer is unknown, never taken for done or for refused.
 */

export type WallAction = BulkAction | 'undo';

export type Pages = ReadonlyMap<string, string | null>;

export interface Part {
  /** Null: the page was loaded anew, and knows how many they are alone. */
  signIds: readonly string[] | null;
  /** How many signs it was asked for; the service may leave some out. */
  wanted: number;
  /** The request that this one undoes. */
  undoes?: string;
  /** The page that each sign had when it was begun; of an undo, the one that each gets back. As far as it is known here. */
  had?: Pages;
  back?: Pages;
  /** `unknown`: no reply came, so the service may have taken it or not. */
  state: { is: 'asking' } | { is: 'unknown' } | { is: 'refused'; why: Problem } | Taken;
}

export interface Taken {
  is: 'taken';
  bulkId: string;
  total: number;
  /** Null before they are read. */
  counts: BulkCounts | null;
  /** It was asked for in vain: what is known of it is what was told. */
  isUnread: boolean;
  /** By the service's clock, in ms; null before it is read. */
  createdAtMs: number | null;
  /** Null: there is no undo, or not any more. */
  undoableUntilMs: number | null;
}

export interface Run {
  action: WallAction;
  /** Of an undo: it is about manual pages. Undefined too where the page was loaded anew. */
  isOfManual?: boolean;
  parts: readonly Part[];
}

export interface Progress {
  /** How far each sign of what was taken is. */
  counts: BulkCounts;
  /** Signs that it is for. */
  total: number;
  /** Of the wanted: the service has not answered; did not answer; refused; left out, because somebody changed them since. */
  asking: number;
  unknown: number;
  refused: number;
  leftOut: number;
}

/** How many signs a person wanted it for. */
export const wantedOf = ({ parts }: Run): number => parts.reduce((sum, { wanted }) => sum + wanted, 0);

const NONE: BulkCounts = { queued: 0, sent: 0, acked: 0, failed: 0, expired: 0, refused: 0 };
export const STATES = Object.keys(NONE) as CommandState[];

const takenOf = ({ parts }: Run): Taken[] => parts.flatMap(({ state }) => (state.is === 'taken' ? state : []));

export function progressOf(run: Run): Progress {
  const sums = { counts: { ...NONE }, total: 0, asking: 0, unknown: 0, refused: 0, leftOut: 0 };
  for (const { wanted, state } of run.parts) {
    if (state.is !== 'taken') {
      sums[state.is] += wanted;
      continue;
    }
    sums.total += state.total;
    sums.leftOut += Math.max(0, wanted - state.total);
    // Before it is read, all of it waits.
    const counts = state.counts ?? { ...NONE, queued: state.total };
    for (const of of STATES) sums.counts[of] += counts[of];
  }
  return sums;
}

/** Nothing more is to come of it. */
export const isOver = ({ counts, asking }: Progress): boolean => asking === 0 && counts.queued + counts.sent === 0;

/** Of the signs that wait: whom it reaches when they are back, and who is only waiting for their turn. Null: the page does not know which signs they are. */
export function waitingOf(run: Run, isOnline: (signId: string) => boolean): { back: number; turn: number } | null {
  const { queued } = progressOf(run).counts;
  let away = 0;
  for (const { signIds, state } of run.parts) {
    if (state.is !== 'taken') continue;
    if (signIds === null) return null;
    away += signIds.filter((id) => !isOnline(id)).length;
  }
  const back = Math.min(queued, away);
  return { back, turn: queued - back };
}

/** The identifiers by which the service knows it. */
export const bulkIdsOf = (run: Run): string[] => takenOf(run).map(({ bulkId }) => bulkId);

/** Of the parts that can be undone at `nowMs`. */
export const undoableOf = (run: Run, nowMs: number): string[] =>
  takenOf(run).flatMap(({ bulkId, undoableUntilMs }) =>
    undoableUntilMs !== null && nowMs < undoableUntilMs ? bulkId : [],
  );

/** Until when something of it can be undone, by the service's clock; null: nothing can at `nowMs`. */
export function undoableUntilOf(run: Run, nowMs: number): number | null {
  const untils = takenOf(run).flatMap(({ undoableUntilMs }) => undoableUntilMs ?? []);
  const last = Math.max(...untils);
  return last > nowMs ? last : null;
}

/** A page or settings can be put back, and what was put back; a command can't. */
export const canBeUndone = (action: WallAction): boolean => action === 'undo' || !('command' in action);

/** Taken just now: how far it is has to be read. `undoableUntilMs`: as far as is known before; also where it can't be read, it can be undone. */
export const takenNow = (
  { bulkId, accepted }: { bulkId: string; accepted: number },
  undoableUntilMs: number | null,
): Taken => ({
  is: 'taken',
  bulkId,
  total: accepted,
  counts: null,
  isUnread: false,
  createdAtMs: null,
  undoableUntilMs,
});

/** Whether the run ends or restores manual pages, as far as is known. */
export const isOfManual = ({ action, isOfManual = false }: Run): boolean =>
  action === 'undo' ? isOfManual : 'override' in action;

/** The run that undoes this one: of what was taken, and can still be undone as far as is known. `pagesOf`: the pages that signs have now. */
export function undoOf(run: Run, pagesOf: (signIds: readonly string[]) => Pages): Run {
  // Whether it is still in time is the service's to say.
  const ids = new Set(undoableOf(run, -Infinity));
  const parts = run.parts.flatMap(({ signIds, had, state }): Part | [] => {
    if (state.is !== 'taken' || !ids.has(state.bulkId)) return [];
    const pages = { had: pagesOf(signIds ?? []), ...(had && { back: had }) };
    return { signIds, wanted: state.total, undoes: state.bulkId, ...pages, state: { is: 'asking' } };
  });
  return { action: 'undo', isOfManual: isOfManual(run), parts };
}

/** As the service tells of it. */
export const takenOfBulk = ({ bulkId, total, counts, createdAt, undoableUntil }: Bulk): Taken => ({
  is: 'taken',
  bulkId,
  total,
  counts,
  isUnread: false,
  createdAtMs: Date.parse(createdAt),
  undoableUntilMs: undoableUntil === null ? null : Date.parse(undoableUntil),
});

/** How far some of it is could not be read. */
export const isUnread = (run: Run): boolean => takenOf(run).some((state) => state.isUnread);

/** Why nothing of it was taken: all of it was refused. Undefined: some of it was taken, or may have been. */
export function whyNothing({ parts }: Run): Problem | undefined {
  const refusals = parts.flatMap(({ state }) => (state.is === 'refused' ? state.why : []));
  return refusals.length === parts.length ? refusals.at(-1) : undefined;
}

/** When the first of it was taken, by the service's clock; null where that is not known. */
export function createdAtOf(run: Run): number | null {
  const known = takenOf(run).flatMap(({ createdAtMs }) => createdAtMs ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

/** With what is known of that part now; as it was where the run has no such part. */
export function withNews(run: Run, bulkId: string, news: Partial<Omit<Taken, 'is' | 'bulkId'>>): Run {
  const parts = run.parts.map((part) =>
    part.state.is === 'taken' && part.state.bulkId === bulkId ? { ...part, state: { ...part.state, ...news } } : part,
  );
  return { ...run, parts };
}

/** `leftOut`: of an undo, how many signs the service leaves out; signs that had failed before are not wanted then. */
export const withState = (run: Run, nth: number, state: Part['state'], leftOut?: number): Run => ({
  ...run,
  parts: run.parts.map((part, index) => {
    if (index !== nth) return part;
    const counted = state.is === 'taken' && leftOut !== undefined && { wanted: state.total + leftOut };
    return { ...part, ...counted, state };
  }),
});

/** As they stand in a row: what is done first, what waits last. */
export const SHOWN_STATES: readonly CommandState[] = ['acked', 'sent', 'failed', 'refused', 'expired', 'queued'];

/** How long each state's part of the bar is, in hundredths of all; together 100, or nothing where there is none. */
export function sharesOf({
  counts,
  total,
}: Pick<Progress, 'counts' | 'total'>): { state: CommandState; share: number }[] {
  if (total === 0) return [];
  return SHOWN_STATES.filter((state) => counts[state] > 0).map((state) => ({
    state,
    share: (counts[state] / total) * 100,
  }));
}
