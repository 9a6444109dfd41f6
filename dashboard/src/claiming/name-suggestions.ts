/** What the form suggests. Pure. */

/** "Bar 3 links" is "Bar ", 3, " links". Null where no number is in it: the last one counts. */
function inParts(name: string): { before: string; number: number; after: string } | null {
  const found = /^(.*?)(\d{1,6})(\D*)$/u.exec(name);
  return found ? { before: found[1]!, number: Number(found[2]), after: found[3]! } : null;
}

/** What the next names after `last` begin with, as the service searches for it; null where nothing but a number tells them apart. */
export const stemOf = (last: string): string | null => (inParts(last)?.before ?? last).trim() || null;

/**
 * The next free names after `last`, the nearest first: after "Bar 3 rechts" of a wall with "Bar 3 links", "Bar 3 Mitte" and "Bar 3 rechts" they are "Bar 4 links",
 * "Bar 4 Mitte", … Never one of `taken`. Empty where `last` is.
 */
export function nextNames(last: string, taken: readonly string[], most: number): string[] {
  const parts = inParts(last) ?? (last.trim() === '' ? null : { before: `${last.trim()} `, number: 1, after: '' });
  if (parts === null) return [];
  const isTaken = new Set([...taken, last]);
  const endings = new Set<string>();
  for (const name of taken) {
    const each = inParts(name);
    if (each !== null && each.before === parts.before) endings.add(each.after);
  }
  endings.add(parts.after);
  const names: string[] = [];
  for (let number = parts.number; names.length < most && number <= parts.number + isTaken.size + most; number += 1) {
    for (const ending of endings) {
      const name = `${parts.before}${number}${ending}`;
      if (!isTaken.has(name) && names.length < most) names.push(name);
    }
  }
  return names;
}

/** `value` first, then the others without it, at most `most`. */
export const newestFirst = (value: string, others: readonly string[], most = 6): string[] =>
  value === '' ? [...others] : [value, ...others.filter((other) => other !== value)].slice(0, most);

/** The first few that are neither empty nor `present`, each once. */
export const suggestionsOf = (values: readonly (string | null)[], present: string, most: number): string[] =>
  [...new Set(values)].filter((value): value is string => !!value && value !== present).slice(0, most);
