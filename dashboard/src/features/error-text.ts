import { readFieldMessage } from '@sign-display/contracts/field-messages';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import type { Trouble } from '../api/session.ts';
import type { Words } from '../words/words.ts';

/** What is said of a refusal that the page has no better words for; the service's own where we have none. */
export function errorText(words: Words, trouble: Trouble): string {
  const { trouble: said } = words;
  if (trouble === null) return said.unreachable;
  const { code, detail, retryAfterMs } = trouble;
  if (code === 'rate_limited') return said.rateLimited(Math.ceil((retryAfterMs ?? 1_000) / 1_000));
  if (code === 'unavailable') return said.unavailable;
  if (code === 'internal') return said.internal;
  if (trouble.errors) return said.fields(new Set(trouble.errors.map(({ path }) => path)).size);
  return code in said.refused ? said.refused[code as keyof typeof said.refused] : detail;
}

/** What the service would answer to a body with these fields, of what isn't sent. */
export const invalidFields = (errors: FieldError[]): Trouble => ({
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: errors.map(({ path, message }) => `${path} ${message}`).join('; '),
  code: 'validation_failed',
  errors,
});

/** What is wrong with a field, in words for it; `label` is what the page calls it. The service's own words where we have none. */
export function fieldErrorText({ fields }: Words, message: string, label: string): string {
  const known = readFieldMessage(message);
  return known === null ? message : fields[known.rule](label, known.value);
}

/** The same of what has no label here, as the service calls it (`/startsAt`). */
export function unlabelledErrorText(words: Words, { path, message }: { path: string; message: string }): string {
  const name = path.replace(/^\//, '');
  return readFieldMessage(message) === null ? `${name}: ${message}` : fieldErrorText(words, message, name);
}
