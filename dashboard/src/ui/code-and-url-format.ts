/** A short code as it stands on a sign: `4QB 50C`. */
export const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** An address without its scheme, where a glance is enough. */
export const bare = (url: string): string => url.replace(/^https?:\/\//i, '');

const TAIL_MOST = 18;

/**
 * Splits a URL in two parts. Without enough room only the first part is cut, so the start of the host and the end of
 * the path stay visible.
 */
export function headAndTail(url: string): [head: string, tail: string] {
  const from = Math.max(url.lastIndexOf('/', url.length - 2), url.length - TAIL_MOST);
  return from <= 0 ? [url, ''] : [url.slice(0, from), url.slice(from)];
}
