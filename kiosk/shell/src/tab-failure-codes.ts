/**
 * Our own codes for failures that only a sign in a browser tab has, derived from the contract's texts (details 100).
 */
const FRAME_CODES = [
  ['refuses to be shown in a frame', 'ERR_FRAME_REFUSED'],
  ['needs https', 'ERR_NEEDS_HTTPS'],
] as const;

/** The code that support asks for on the telephone: Chromium's error name, or the HTTP status. */
export function codesIn(detail: string): { error: string | null; httpStatus: number | null } {
  const status = /\bHTTP (\d{3})\b/.exec(detail)?.[1];
  const ofFrame = FRAME_CODES.find(([words]) => detail.includes(words))?.[1];
  return {
    error: ofFrame ?? /\b(ERR_\w+)/.exec(detail)?.[1] ?? null,
    httpStatus: status === undefined ? null : Number(status),
  };
}
