import type { Wrong } from './wrong.ts';

/** What is wrong while somebody reads it: no entry moves or goes. What ended stays, as it was; what is new waits. Pure. */

/** `isOver`: it ended meanwhile. */
export type ShownWrong = Wrong & { isOver?: true };

/** The entries that are shown, in their order, each as it is now. One whose signs are in trouble under another cause by now keeps those. */
export function keptCauses(shown: readonly ShownWrong[], now: readonly Wrong[]): readonly ShownWrong[] {
  const byKey = new Map(now.map((wrong) => [wrong.key, wrong]));
  const troubled = new Map(now.flatMap(({ signs }) => signs.map((sign) => [sign.id, sign] as const)));
  return shown.map((was): ShownWrong => {
    const is = byKey.get(was.key);
    if (is) return is;
    if (was.isOver) return was;
    const signs = was.signs.flatMap(({ id }) => troubled.get(id) ?? []);
    return signs.length > 0 ? { ...was, signs } : { ...was, isOver: true };
  });
}

/** How many causes wait: those with a sign that no entry on show speaks of. */
export function countNewCauses(shown: readonly ShownWrong[], now: readonly Wrong[]): number {
  const keys = new Set(shown.map(({ key }) => key));
  const told = new Set(shown.flatMap(({ signs, isOver }) => (isOver ? [] : signs.map(({ id }) => id))));
  return now.filter(({ key, signs }) => !keys.has(key) && signs.some(({ id }) => !told.has(id))).length;
}
