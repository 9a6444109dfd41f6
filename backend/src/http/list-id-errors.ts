import type { FieldError } from '@sign-display/contracts/rest/problem';

/** As many as any list that a page sends, so that it can leave out all that do not fit; a list of ten thousand must not come back whole. */
const ERRORS_TOLD = 500;

/**
 * Which of the identifiers in the list at `path` (a JSON pointer) are not among `fitting`, each at its place; `message` is the rest of a sentence about one.
 * For requests that are done whole or not at all. Pure.
 */
export function idErrors(
  path: string,
  given: readonly string[],
  { fitting, message }: { fitting: Iterable<string>; message: string },
): FieldError[] {
  const known = new Set(fitting);
  return given
    .flatMap((id, place) => (known.has(id) ? [] : [{ path: `${path}/${place}`, message }]))
    .slice(0, ERRORS_TOLD);
}
