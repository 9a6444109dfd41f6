import type { Problem } from './find-problems.ts';

/** What is wrong while somebody reads it: no entry moves or goes. What ended stays, as it was; what is new waits. Pure. */

/** `isOver`: it ended meanwhile. */
export type ShownProblem = Problem & { isOver?: true };

/** The entries that are shown, in their order, each as it is now. One whose signs are in trouble under another cause by now keeps those. */
export function frozenCauses(shown: readonly ShownProblem[], now: readonly Problem[]): readonly ShownProblem[] {
  const byKey = new Map(now.map((wrong) => [wrong.key, wrong]));
  const troubled = new Map(now.flatMap(({ signs }) => signs.map((sign) => [sign.id, sign] as const)));
  return shown.map((was): ShownProblem => {
    const is = byKey.get(was.key);
    if (is) return is;
    if (was.isOver) return was;
    const signs = was.signs.flatMap(({ id }) => troubled.get(id) ?? []);
    return signs.length > 0 ? { ...was, signs } : { ...was, isOver: true };
  });
}

/** How many causes wait: those with a sign that no entry on show speaks of. */
export function countNewCauses(shown: readonly ShownProblem[], now: readonly Problem[]): number {
  const keys = new Set(shown.map(({ key }) => key));
  const told = new Set(shown.flatMap(({ signs, isOver }) => (isOver ? [] : signs.map(({ id }) => id))));
  return now.filter(({ key, signs }) => !keys.has(key) && signs.some(({ id }) => !told.has(id))).length;
}

/** The place that its signs share; null: they share none. */
const placeIn = ({ shared }: Problem): string | null => (shared?.is === 'place' ? shared.called : null);
const countSame = (one: Problem, other: Problem): number => {
  const ids = new Set(one.signs.map(({ id }) => id));
  return other.signs.filter(({ id }) => ids.has(id)).length;
};

/** What is wrong now, each moment of a place under the key that it had before: the second does not become the first one's row when that has ended. */
export function withKeysOf(before: readonly Problem[], now: readonly Problem[]): readonly Problem[] {
  const keys = new Map<Problem, string>();
  for (const [place, own] of Map.groupBy(now, placeIn)) {
    const had = before.filter((wrong) => placeIn(wrong) === place);
    if (place === null || had.length === 0) continue;
    const taken = new Set<string>();
    for (const wrong of own) {
      const [most] = had
        .filter((was) => !taken.has(was.key) && countSame(was, wrong) > 0)
        .toSorted((one, other) => countSame(other, wrong) - countSame(one, wrong));
      if (!most) continue;
      taken.add(most.key);
      keys.set(wrong, most.key);
    }
    const first = `place:${place}:offline`;
    for (const wrong of own.filter((one) => !keys.has(one))) {
      let [key, nth] = [first, 1];
      while (taken.has(key)) key = `${first}:${(nth += 1)}`;
      taken.add(key);
      keys.set(wrong, key);
    }
  }
  return now.map((wrong) => {
    const key = keys.get(wrong) ?? wrong.key;
    return key === wrong.key ? wrong : { ...wrong, key };
  });
}
