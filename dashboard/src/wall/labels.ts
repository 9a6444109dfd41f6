import { placeOf } from '@sign-display/contracts/causes';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Look } from './looks.ts';

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

/** On narrower plates the mark in the corner would take the name's end; their dress and their facts tell the same. */
const MARKED_FROM = 60;
/** `width`: of a plate, in px. */
export const hasCorner = (look: Look, width: number): boolean => look !== 'showing' && width >= MARKED_FROM;
