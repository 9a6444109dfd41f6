import { valuesOf, type AnswerHead } from './response-head.ts';
import { isDownload } from './detect-download.ts';

/** Where a response leads a navigation, as in Chromium. Pure. */

const REDIRECTS = [301, 302, 303, 307, 308];
/** Chromium leaves the page that was there. */
const NO_CONTENT = [204, 205, 304];

export const isRedirect = (status: number): boolean => REDIRECTS.includes(status);
export const isNoContent = (status: number): boolean => NO_CONTENT.includes(status);

/** A navigation in Chromium follows this many redirects. */
export const MOST_REDIRECTS = 19;

/** Returns the value of Location that a browser follows; null if the response is no redirect. */
export function redirectOf(head: AnswerHead): string | null {
  if (!isRedirect(head.status)) return null;
  return valuesOf(head, 'location').find((value) => value !== '') ?? null;
}

export type Landing = 'page' | 'error' | 'no content' | 'download';

/** What a browser makes of a response that is no redirect. `start`: the first bytes of its body. */
export function landingOf(head: AnswerHead, start: Uint8Array): Landing {
  if (head.status >= 400) return 'error';
  if (isNoContent(head.status)) return 'no content';
  return isDownload(head, start) ? 'download' : 'page';
}
