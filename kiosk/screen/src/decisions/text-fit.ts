/** What is read as wide as two letters: the scripts of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

const widthOf = (text: string): number =>
  Array.from(text, (one) => (WIDE.test(one) ? 2 : 1)).reduce((a, b) => a + b, 0);

export type NameSize = 'short' | 'long' | 'longer' | 'longest';

/** How large a sign's name stands on the splash: whole, whatever its length. */
export function sizeOfName(name: string): NameSize {
  const width = widthOf(name);
  if (width <= 16) return 'short';
  if (width <= 72) return 'long';
  return width <= 200 ? 'longer' : 'longest';
}

/** `text` in at most `most` characters: a longer one loses its middle, never its end. */
export function withoutMiddle(text: string, most: number): string {
  const all = Array.from(text);
  if (all.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${all.slice(0, most - 1 - tail).join('')}…${all.slice(all.length - tail).join('')}`;
}

/** A page's address as a person reads it: without the scheme, without a slash at its end, in at most `most` characters. */
export const readableUrl = (url: string, most: number): string =>
  withoutMiddle(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''), most);

/** The host of `url`, with its port where it is not the usual one; all of it where it is none. */
export function hostOf(url: string): string {
  const [, host] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url) ?? [];
  return host ?? url;
}

/** `4QB50C` in two groups, as it is read aloud. */
export const codeInGroups = (code: string): [string, string] => [code.slice(0, 3), code.slice(3)];
