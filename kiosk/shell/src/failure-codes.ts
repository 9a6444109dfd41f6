/** Codes of our own for what only a sign in a browser tab meets, from the contract's words (details 100). */
const FRAME_CODES = [
  ['refuses to be shown in a frame', 'ERR_FRAME_REFUSED'],
  ['needs https', 'ERR_NEEDS_HTTPS'],
] as const;

/** What a person on the telephone is asked for, from the words of a failure above: Chromium's name for it, or the status. */
export function codesIn(detail: string): { error: string | null; httpStatus: number | null } {
  const status = /\bHTTP (\d{3})\b/.exec(detail)?.[1];
  const ofFrame = FRAME_CODES.find(([words]) => detail.includes(words))?.[1];
  return {
    error: ofFrame ?? /\b(ERR_\w+)/.exec(detail)?.[1] ?? null,
    httpStatus: status === undefined ? null : Number(status),
  };
}
