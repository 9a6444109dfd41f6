/** How long a server asks to be left alone (Retry-After: RFC 9110, section 10.2.3). Pure. */

/** Longer than this nobody is taken at their word: a header that is wrong must not silence a browser for good. */
export const MOST_RETRY_AFTER_MS = 24 * 3_600_000;

/** IMF-fixdate and the obsolete RFC 850 form, which say GMT; and asctime's, which means it. */
const DATE_WITH_ZONE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const DATE_OF_ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The wait in milliseconds from `nowMs` (wall clock), 0 for a time that has passed, at most `MOST_RETRY_AFTER_MS`; null where the header says
 * nothing that can be read.
 */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const within = (ms: number) => Math.min(MOST_RETRY_AFTER_MS, Math.max(0, ms));
  if (/^\d+$/.test(text)) return within(Number(text) * 1_000);
  const dated = DATE_WITH_ZONE.test(text) ? text : DATE_OF_ASCTIME.test(text) ? `${text} GMT` : null;
  const atMs = dated === null ? NaN : Date.parse(dated);
  return Number.isNaN(atMs) ? null : within(atMs - nowMs);
}
