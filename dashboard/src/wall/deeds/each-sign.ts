import type { Command, CommandState } from '@sign-display/contracts/rest/commands';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createdAtOf, isOver, progressOf, STATES, type Progress, type Run } from './bulk.ts';

/**
 * How far a bulk is with each of its signs, as far as it is known here: of a command by its own row, of a page by what the sign shows. The service's counts are of all
 * of them, so no sign is said to be what the counts say that none, or fewer, are. Pure.
 */

export interface OfSign {
  sign: SignRow;
  /** Null: not known here; the counts tell of it all the same. */
  state: CommandState | null;
  why: string | null;
}

/** As the service counts a page (docs/commands.md, 6). Null: nothing that is seen of the sign says what came of it. */
function seenOfPage(sign: SignRow, url: string | null | undefined): CommandState | null {
  if (!sign.device) return 'acked';
  if (sign.presence !== 'online') return 'queued';
  // The sign's change has not come here yet, or somebody has set another page since.
  if (url !== undefined && sign.url !== url) return null;
  // A schedule, or what was set by hand until a time, goes before the page.
  if (sign.shown.source === 'assigned' && url !== undefined && sign.shown.url !== url) return null;
  if (sign.contentState === 'error' || sign.contentState === 'unreachable') return 'failed';
  return sign.contentState === 'loading' ? 'sent' : 'acked';
}

function seenOf(run: Run, isPartial: boolean, sign: SignRow, row: Command | undefined): OfSign {
  const { deed } = run;
  // Who was changed since is left out, and nobody tells who that is: then of none it is known whether its old page is back.
  if (deed === 'undo') return { sign, state: isPartial ? null : seenOfPage(sign, undefined), why: null };
  if ('url' in deed) return { sign, state: seenOfPage(sign, deed.url), why: null };
  const since = createdAtOf(run);
  // Without the moment of the run another row of the same command may be an older one.
  if (!row || since === null || Date.parse(row.createdAt) < since) return { sign, state: null, why: null };
  return { sign, state: row.state, why: row.error?.detail ?? row.error?.code ?? null };
}

/**
 * What the counts bear out. Where more signs seem to be in a state than are, it is not known which of them are: a sign may still show the old page, or something
 * else came after. What then is left of the counts is what the others are.
 */
function asCounted(rows: readonly OfSign[], { counts, leftOut }: Progress, isWaitedFor: boolean): OfSign[] {
  const seen = Map.groupBy(rows, ({ state }) => state);
  const isSound = (state: CommandState): boolean => (seen.get(state)?.length ?? 0) <= counts[state];
  // Where some were left out, the counts are not of all these signs.
  const left = STATES.filter(
    (state) => leftOut === 0 && counts[state] > (isSound(state) ? (seen.get(state)?.length ?? 0) : 0),
  );
  const only = left.length === 1 ? left[0]! : null;
  const waits = isWaitedFor ? (['sent', 'queued'] as const).find((state) => left.includes(state)) : undefined;
  return rows.map(({ sign, state, why }) => {
    if (state !== null && isSound(state)) return { sign, state, why };
    return { sign, state: only ?? (sign.presence === 'online' ? (waits ?? null) : null), why: null };
  });
}

/** What a person has to look at first. */
const FIRST: readonly (CommandState | null)[] = ['failed', 'refused', 'expired', 'queued', 'sent', null, 'acked'];
/** Nothing more comes of these, and it was not done. */
const NOT_DONE = new Set<CommandState | null>(['failed', 'refused', 'expired']);

/** Each sign of the run that is there; who failed first, then as they were chosen. `told`: the newest row of its command by sign. */
export function eachSign(run: Run, signs: ReadonlyMap<string, SignRow>, told: ReadonlyMap<string, Command>): OfSign[] {
  const seen = run.parts.flatMap(({ signIds, wanted, state }) => {
    if (state.is !== 'taken') return [];
    return (signIds ?? []).flatMap((id) => {
      const sign = signs.get(id);
      return sign ? [seenOf(run, state.total < wanted, sign, told.get(id))] : [];
    });
  });
  const progress = progressOf(run);
  // Rows of a command are told before they are counted.
  const isCommand = run.deed !== 'undo' && 'command' in run.deed;
  const rows = isCommand && !isOver(progress) ? seen : asCounted(seen, progress, !isCommand);
  return rows.toSorted((one, other) => FIRST.indexOf(one.state) - FIRST.indexOf(other.state));
}

/** Those that it was not done to, to be tried again. */
export const notDone = (rows: readonly OfSign[]): string[] =>
  rows.filter(({ state }) => NOT_DONE.has(state)).map(({ sign }) => sign.id);
