import type { CloneDecision, CloneMachine } from '@sign-display/contracts/rest/clones';

/**
 * Which of two machines under one identity is meant (promise N8). Pure.
 *
 * Nothing that a machine says is hard to copy. What tells two of them apart is their MAC address where they have different ones, and that lasts. Where
 * a copy says the first one's (a sign tells the address of its first boot, so a copy does wherever K1 could not list its hardware) it is
 * the `bootId`, which lasts until the machine's next start: after that it is a stranger, and asked about again when it comes while another lives.
 */

/** By what a machine is known from another one: one of the two is set. */
export interface Mark {
  macAddress: string | null;
  bootId: string | null;
}

type Told = Pick<CloneMachine, 'macAddress' | 'bootId'>;

const markOf = (machine: Told, apartFrom: Told): Mark =>
  machine.macAddress === apartFrom.macAddress
    ? { macAddress: null, bootId: machine.bootId }
    : { macAddress: machine.macAddress, bootId: null };

export const bearsMark = ({ macAddress, bootId }: Told, mark: Mark): boolean =>
  mark.macAddress === macAddress || mark.bootId === bootId;

/** What a decision between two machines means. Null where neither keeps the identity. */
interface Settlement {
  marks: { kept: Mark; refused: Mark } | null;
  /** Whether the present connection is to be ended. */
  evicts: boolean;
}

/**
 * `holder` is the machine whose connection has the device at this moment, which may be another one by now: the newcomer comes in where the
 * first has died, and so may a third. Who accepts a newcomer means that it is the sign, so whoever else holds the device yields to it.
 */
export function settle(
  decision: CloneDecision,
  { first, newcomer }: { first: Told; newcomer: Told },
  holder: Told | null,
): Settlement {
  if (decision === 'reset_both') return { marks: null, evicts: holder !== null };
  if (decision === 'keep_first') {
    const refused = markOf(newcomer, first);
    return { marks: { kept: markOf(first, newcomer), refused }, evicts: holder !== null && bearsMark(holder, refused) };
  }
  const isIn = holder !== null && bearsMark(holder, markOf(newcomer, first));
  const other = isIn ? first : (holder ?? first);
  return {
    marks: { kept: markOf(newcomer, other), refused: markOf(other, newcomer) },
    evicts: holder !== null && !isIn,
  };
}

/** What it means for another open row of the device, so that none contradicts it; null: nothing, it is about a third machine. */
export function settleOther({ marks }: Settlement, { newcomer }: { newcomer: Told }): CloneDecision | null {
  if (marks === null) return 'reset_both';
  if (bearsMark(newcomer, marks.refused)) return 'keep_first';
  return bearsMark(newcomer, marks.kept) ? 'accept_newcomer' : null;
}
