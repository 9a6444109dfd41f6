/** Which signs are chosen, for what is done to many at once. By identifier, so that it survives whatever comes and goes. Pure. */

export interface Selection {
  chosen: ReadonlySet<string>;
  /** Where a range begins: the sign that was chosen or left last. */
  anchor: string | null;
}

export const NOTHING: Selection = { chosen: new Set(), anchor: null };

/** Chosen where it was not, and the other way round. */
export function toggled({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id };
}

/** From the anchor to `id`, both included, beside what is chosen already; `order`: as shown. Where there is no anchor, that sign alone. */
export function rangedTo({ chosen, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (to === -1) return { chosen, anchor };
  if (from === -1) return { chosen: new Set(chosen).add(id), anchor: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set([...chosen, ...range]), anchor };
}

/** What a rectangle holds: in place of all else, or `added` to it. */
export function framed({ chosen }: Selection, ids: readonly string[], added: boolean): Selection {
  return { chosen: new Set(added ? [...chosen, ...ids] : ids), anchor: ids[0] ?? null };
}

/** Without the signs that are not there any more; the same object where all are. */
export function stillThere(selection: Selection, isThere: (id: string) => boolean): Selection {
  const there = Array.from(selection.chosen).filter(isThere);
  const hasAnchor = selection.anchor === null || isThere(selection.anchor);
  if (there.length === selection.chosen.size && hasAnchor) return selection;
  return { chosen: new Set(there), anchor: hasAnchor ? selection.anchor : null };
}

/** Whom keys act on: what is chosen; else the sign that a person sees marked, where it is among what is shown. */
export function aimedAt(
  chosen: ReadonlySet<string>,
  marked: string | null,
  isShown: (id: string) => boolean,
): string[] {
  if (chosen.size > 0) return Array.from(chosen);
  return marked !== null && isShown(marked) ? [marked] : [];
}
