import type { Command, CommandState } from '@sign-display/contracts/rest/commands';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import {
  canBeUndone,
  createdAtOf,
  isOfManual,
  isOver,
  progressOf,
  STATES,
  type Part,
  type Progress,
  type Run,
  type Taken,
} from './bulk-run-progress.ts';

/**
 * How far a bulk is with each of its signs, as far as it is known here: of a command by its own row, of a page by what the sign shows. The service's counts are of all
 * of them, so no sign is said to be what the counts say that none, or fewer, are. Pure.
 */

export interface OfSign {
  sign: SignRow;
  /** Null: not known here; the counts tell of it all the same. */
  state: CommandState | null;
  /** Of a command. */
  error: Command['error'];
  /** Of one that is done: what its screen shows in the page's place. */
  shows: Instead | null;
}

type Seen = Omit<OfSign, 'shows'>;
type TakenPart = Part & { state: Taken };

/** A schedule or what was set by hand goes before the page; else the page itself fails. */
export type Instead = 'schedule' | 'manual' | 'content_error' | 'content_unreachable';

function insteadOf({ device, presence, shown, contentState }: SignRow): Instead | null {
  if (!device || presence !== 'online') return null;
  if (shown.source === 'schedule' || shown.source === 'manual') return shown.source;
  return contentState === 'error' || contentState === 'unreachable' ? `content_${contentState}` : null;
}

/** How many signs of a page's run show a schedule or what was set by hand in its place now. */
export function showOther(run: Run, signs: ReadonlyMap<string, SignRow>): number {
  const ids = canBeUndone(run.action) && !isOfManual(run) ? run.parts.flatMap(({ signIds }) => signIds ?? []) : [];
  return ids.filter((id) => {
    const sign = signs.get(id);
    const shows = sign ? insteadOf(sign) : null;
    return shows === 'schedule' || shows === 'manual';
  }).length;
}

/** As the service counts a page (docs/commands.md, 6). Null: nothing that is seen of the sign says what came of it. */
function seenOfPage(sign: SignRow, url: string | null | undefined): CommandState | null {
  if (!sign.device) return 'acked';
  if (sign.presence !== 'online') return 'queued';
  // The sign's change has not come here yet, or somebody has set another page since.
  if (url !== undefined && sign.url !== url) return null;
  // A schedule, or what was set by hand until a time, goes before the page: then what fails or loads is that.
  if (sign.shown.source === 'schedule' || sign.shown.source === 'manual') return 'acked';
  if (url !== undefined && sign.shown.url !== url) return null;
  if (sign.contentState === 'error' || sign.contentState === 'unreachable') return 'failed';
  return sign.contentState === 'loading' ? 'sent' : 'acked';
}

/** The end of a manual override: the state of the page that the sign shows then. Null: the change has not come here yet, or somebody has set another one. */
function seenOfOverride(sign: SignRow): CommandState | null {
  return sign.shown.source === 'manual' && sign.presence === 'online' ? null : seenOfPage(sign, undefined);
}

/** Who was changed since is left out (`isPartial`), and nobody tells who that is: it is one that has another page than its old one (`page`), where that is known. */
function seenOfUndo(sign: SignRow, page: string | null | undefined, isPartial: boolean): CommandState | null {
  return isPartial && (page === undefined || sign.url !== page) ? null : seenOfPage(sign, page);
}

function seenOf(run: Run, { wanted, state, back }: TakenPart, sign: SignRow, row: Command | undefined): Seen {
  const { action } = run;
  if (action === 'undo')
    return { sign, state: seenOfUndo(sign, back?.get(sign.id), state.total < wanted), error: null };
  if ('url' in action) return { sign, state: seenOfPage(sign, action.url), error: null };
  if ('override' in action) return { sign, state: seenOfOverride(sign), error: null };
  const since = createdAtOf(run);
  // A node of an older version sends rows without `bulkId`: then the moment of the run tells them from older ones.
  const isOwn = row?.bulkId ? row.bulkId === state.bulkId : since !== null && Date.parse(row?.createdAt ?? '') >= since;
  if (!row || !isOwn) return { sign, state: null, error: null };
  return { sign, state: row.state, error: row.error };
}

/**
 * What the counts bear out. Where more signs seem to be in a state than are, it is not known which of them are: a sign may still show the old page, or something
 * else came after. What then is left of the counts is what the others are.
 */
function asCounted(rows: readonly Seen[], { counts, leftOut }: Progress, isWaitedFor: boolean): Seen[] {
  const seen = Map.groupBy(rows, ({ state }) => state);
  const isSound = (state: CommandState): boolean => (seen.get(state)?.length ?? 0) <= counts[state];
  // Where some were left out, the counts are not of all these signs.
  const left = STATES.filter(
    (state) => leftOut === 0 && counts[state] > (isSound(state) ? (seen.get(state)?.length ?? 0) : 0),
  );
  const only = left.length === 1 ? left[0]! : null;
  const waits = isWaitedFor ? (['sent', 'queued'] as const).find((state) => left.includes(state)) : undefined;
  return rows.map(({ sign, state, error }) => {
    if (state !== null && isSound(state)) return { sign, state, error };
    return { sign, state: only ?? (sign.presence === 'online' ? (waits ?? null) : null), error: null };
  });
}

/** What a person has to look at first. */
const FIRST: readonly (CommandState | null)[] = ['failed', 'refused', 'expired', 'queued', 'sent', null, 'acked'];
/** Nothing more comes of these, and it was not done. */
const NOT_DONE = new Set<CommandState | null>(['failed', 'refused', 'expired']);

/** Of those that are done, who shows something else comes first. */
const rankOf = ({ state, shows }: OfSign): number => FIRST.indexOf(state) + (shows === null ? 0.5 : 0);

/** Where manual pages end or are put back, a schedule or a manual page is what the sign is to show. */
function showsOf(run: Run, sign: SignRow): Instead | null {
  const shows = insteadOf(sign);
  return isOfManual(run) && (shows === 'schedule' || shows === 'manual') ? null : shows;
}

/** Each sign of the run that is there; who failed first, then as they were chosen. `told`: the newest row of its command by sign. */
export function eachSign(run: Run, signs: ReadonlyMap<string, SignRow>, told: ReadonlyMap<string, Command>): OfSign[] {
  const seen = run.parts.flatMap(({ state, ...part }) => {
    if (state.is !== 'taken') return [];
    return (part.signIds ?? []).flatMap((id) => {
      const sign = signs.get(id);
      return sign ? [seenOf(run, { ...part, state }, sign, told.get(id))] : [];
    });
  });
  const progress = progressOf(run);
  // Rows of a command are told before they are counted.
  const isCommand = run.action !== 'undo' && 'command' in run.action;
  const rows = isCommand && !isOver(progress) ? seen : asCounted(seen, progress, !isCommand);
  return rows
    .map((row): OfSign => ({ ...row, shows: !isCommand && row.state === 'acked' ? showsOf(run, row.sign) : null }))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Those that say themselves that their page failed. */
export const pageFailed = (rows: readonly OfSign[], { action }: Run): SignRow[] =>
  action === 'undo' || !('command' in action)
    ? rows.flatMap(({ sign, state }) =>
        state === 'failed' && (sign.contentState === 'error' || sign.contentState === 'unreachable') ? sign : [],
      )
    : [];

/** Those that it was not done to, to be tried again. */
export const notDone = (rows: readonly OfSign[]): string[] =>
  rows.filter(({ state }) => NOT_DONE.has(state)).map(({ sign }) => sign.id);
