import type { Command, CommandState } from '@sign-display/contracts/rest/commands';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createdAtOf, type Run } from './bulk.ts';

/** How far a bulk is with each of its signs, as far as it is known here: of a command by its own row, of a page by what the sign shows. Pure. */

export interface OfSign {
  sign: SignRow;
  /** Null: not known here; the counts tell of it all the same. */
  state: CommandState | null;
  why: string | null;
}

/** As the service counts a page (docs/commands.md, 6). */
function stateOfPage(sign: SignRow, url: string | null | undefined): CommandState {
  if (!sign.device) return 'acked';
  if (sign.presence !== 'online') return 'queued';
  if (url !== undefined && sign.url !== url) return 'failed';
  if (sign.contentState === 'error' || sign.contentState === 'unreachable') return 'failed';
  // A schedule, or what was set by hand until a time, goes before the page.
  const isOther = sign.shown.source === 'assigned' && url !== undefined && sign.shown.url !== url;
  if (sign.contentState === 'loading' || isOther) return 'sent';
  return 'acked';
}

function ofOne(run: Run, isPartial: boolean, sign: SignRow, row: Command | undefined): OfSign {
  const { deed } = run;
  // Who was changed since is left out, and nobody tells who that is: then of none it is known whether its old page is back.
  if (deed === 'undo') return { sign, state: isPartial ? null : stateOfPage(sign, undefined), why: null };
  if ('url' in deed) return { sign, state: stateOfPage(sign, deed.url), why: null };
  const since = createdAtOf(run);
  // Without the moment of the run another row of the same command may be an older one.
  if (!row || since === null || Date.parse(row.createdAt) < since) return { sign, state: null, why: null };
  return { sign, state: row.state, why: row.error?.detail ?? row.error?.code ?? null };
}

/** What a person has to look at first. */
const FIRST: readonly (CommandState | null)[] = ['failed', 'refused', 'expired', 'queued', 'sent', null, 'acked'];
/** Nothing more comes of these, and it was not done. */
const NOT_DONE = new Set<CommandState | null>(['failed', 'refused', 'expired']);

/** Each sign of the run that is there; who failed first, then as they were chosen. `told`: the newest row of its command by sign. */
export function eachSign(run: Run, signs: ReadonlyMap<string, SignRow>, told: ReadonlyMap<string, Command>): OfSign[] {
  const rows = run.parts.flatMap(({ signIds, wanted, state }) => {
    if (state.is !== 'taken') return [];
    return (signIds ?? []).flatMap((id) => {
      const sign = signs.get(id);
      return sign ? [ofOne(run, state.total < wanted, sign, told.get(id))] : [];
    });
  });
  return rows.toSorted((one, other) => FIRST.indexOf(one.state) - FIRST.indexOf(other.state));
}

/** Those that it was not done to, to be tried again. */
export const notDone = (rows: readonly OfSign[]): string[] =>
  rows.filter(({ state }) => NOT_DONE.has(state)).map(({ sign }) => sign.id);
