/** What a person on the telephone is asked for, from the words of a failure above: Chromium's name for it, or the status. */
export function codesIn(detail: string): { error: string | null; httpStatus: number | null } {
  const status = /\bHTTP (\d{3})\b/.exec(detail)?.[1];
  return { error: /\b(ERR_\w+)/.exec(detail)?.[1] ?? null, httpStatus: status === undefined ? null : Number(status) };
}
