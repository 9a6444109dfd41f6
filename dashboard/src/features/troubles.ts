import type { Trouble } from '../api/session.ts';
import type { Words } from '../words/words.ts';

/** What is said of a refusal that the page has no better words for: the service's own, where it has some for this case. */
export function sayTrouble(words: Words, trouble: Trouble): string {
  const { trouble: said } = words;
  if (trouble === null) return said.unreachable;
  const { code, detail, retryAfterMs } = trouble;
  if (code === 'rate_limited') return said.rateLimited(Math.ceil((retryAfterMs ?? 1_000) / 1_000));
  if (code === 'unavailable') return said.unavailable;
  if (code === 'internal') return said.internal;
  return trouble.errors ? said.field : detail;
}

/** What the service said of one field of the body (`/email`). */
export const fieldError = (trouble: Trouble | undefined, path: string): string | undefined =>
  trouble?.errors?.find((error) => error.path === path)?.message;
