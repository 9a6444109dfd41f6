/** Normalizes text for the search: without case, accents and punctuation. Pure. */

/** Letters that Unicode doesn't decompose. */
const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae' };

/** `São Tomé` → `sao tome`. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøđıæ]/g, (letter) => LETTERS[letter]!)
    .replaceAll(/[^\p{L}\p{N}+/]+/gu, ' ')
    .trim();

/** All spellings that find a name: `munchen` and `muenchen` for `München`. */
export const foldedWays = (text: string): string[] => {
  const digraphs = text.replaceAll(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD')[0]}e`);
  return [...new Set([fold(text), fold(digraphs)])];
};

/** The length of the beginning of `text` that matches the typed text; 0 without a match. */
export function beginningOf(text: string, typed: string): number {
  const folded = fold(typed);
  if (folded === '') return 0;
  for (let end = 1; end <= text.length; end += 1) {
    if (foldedWays(text.slice(0, end)).includes(folded)) return end;
  }
  return 0;
}
