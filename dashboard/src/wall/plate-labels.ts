import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** What a plate is called: it has room for a word or two. Pure. */

type Named = Pick<SignRow, 'name' | 'location'>;

/** A sign's name without its place. */
function ownName({ name, location }: Named): string {
  const place = placeOf(location);
  return place !== '' && name.startsWith(`${place} `) ? name.slice(place.length + 1) : name;
}

/** The first word of all these names, where each says at least two words after it; else empty. `signs`: of one place. */
export function sharedWord(signs: readonly Named[]): string {
  const [first, ...words] = signs[0] ? ownName(signs[0]).split(' ') : [];
  if (!first || words.length < 2 || signs.length < 2) return '';
  const isShared = signs.every((sign) => /^\S+ \S+ \S/.test(ownName(sign)) && ownName(sign).startsWith(`${first} `));
  return isShared ? first : '';
}

/** `word`: what all signs of its place begin with. */
export function labelOf(sign: Named, word: string): string {
  const name = ownName(sign);
  return word !== '' && name.startsWith(`${word} `) ? name.slice(word.length + 1) : name;
}

const FIGURE = /\p{N}/u;

/**
 * What a small plate is called, which has room for some four letters: the word with a figure in it and the first `letters` of the word after it; where there is no figure, the
 * beginning of the last word.
 */
export function briefOf(label: string, letters: number): string {
  const words = label.split(' ');
  const at = words.findIndex((word) => FIGURE.test(word));
  const beginning = (word: string, many: number) => Array.from(word).slice(0, many).join('');
  return at === -1 ? beginning(words.at(-1)!, letters + 2) : words[at]! + beginning(words[at + 1] ?? '', letters);
}
