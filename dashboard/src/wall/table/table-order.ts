import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { OpenOutages } from '../actions/outages-by-sign.ts';
import type { ShownRow } from '../frozen-order.ts';
import { codeOf, lookOf, LOOKS } from '../sign-looks.ts';
import { sortedBy, type Sort } from '../sort-signs.ts';
import type { Problem } from '../find-problems.ts';

/** In which order the table has its signs, and where a cause stands above those that share it. Pure. */

export interface TableOrder {
  rows: readonly SignRow[];
  /** By the sign that it stands above. */
  causes: ReadonlyMap<string, Problem>;
}

const NO_CAUSES: TableOrder['causes'] = new Map();

/**
 * By status the signs of one cause stand together, below what they share; in every other order there are no causes. `signs`: those that the filter shows, by place
 * and name, which stays among equals; `wrong`: the gravest first; `open`: tells some ages.
 */
export function tableOrder(
  signs: readonly SignRow[],
  sort: Sort,
  wrong: readonly Problem[],
  open?: OpenOutages,
): TableOrder {
  if (sort.column !== 'status') return { rows: sortedBy(signs, sort, open), causes: NO_CAUSES };
  const rest = new Map(signs.map((sign) => [sign.id, sign]));
  const causes = new Map<string, Problem>();
  const groups: (readonly SignRow[])[] = wrong.map((one) => {
    const own = one.signs.flatMap(({ id }) => rest.get(id) ?? []);
    for (const { id } of own) rest.delete(id);
    if (one.shared !== null && own.length > 0) causes.set(own[0]!.id, one);
    return own;
  });
  const byLook = Map.groupBy(rest.values(), (sign) => codeOf(lookOf(sign)));
  for (let code = 0; code < LOOKS.length; code += 1) groups.push(byLook.get(code) ?? []);
  return { rows: (sort.isDescending ? groups.toReversed() : groups).flat(), causes };
}

/** A line of the table: a sign, by its number among them, or the cause of those below. */
export type TableLine = { is: 'sign'; row: ShownRow; number: number } | { is: 'cause'; cause: Problem };

export function linesOf(rows: readonly ShownRow[], causes: TableOrder['causes']): TableLine[] {
  return rows.flatMap((row, number): TableLine[] => {
    const [line, cause] = [{ is: 'sign', row, number } as const, causes.get(row.id)];
    return cause ? [{ is: 'cause', cause }, line] : [line];
  });
}
