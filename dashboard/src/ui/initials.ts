/**
 * Two characters that stand for a person: of the first and last word of the name, as its script writes them (`MO` of Maren Oyelaran). Of a name of one word
 * its first; of an empty one of `instead`, the e-mail address. Pure.
 */
export function initialsOf(name: string, instead: string): string {
  const words = name.trim().split(/\s+/u);
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0] || instead];
  return chosen.map((word) => [...word.normalize('NFC')][0]!.toLocaleUpperCase()).join('');
}
