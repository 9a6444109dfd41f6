import { deriveShortCode } from './short-code.ts';

/** What the QR on an unclaimed sign says (interface specification, 2.3). */
export interface QrPayload {
  type: 'service-sign';
  version: 1;
  signId: string;
  shortCode: string;
}

export type QrRefusal = 'not_json' | 'not_a_sign' | 'version_unknown' | 'sign_id_malformed' | 'short_code_mismatch';

/** Words for a person who has just scanned something else. */
export const QR_REFUSAL_TEXT: Record<QrRefusal, string> = {
  not_json: 'This is not the code of a sign. Scan the square code in the middle of the sign’s screen.',
  not_a_sign: 'This is a different kind of code. Scan the square code in the middle of the sign’s screen.',
  version_unknown: 'This sign uses a newer version than this app. Update the app and scan again.',
  sign_id_malformed: 'The code is damaged. Scan it again, or restart the sign.',
  short_code_mismatch: 'The code does not match its sign. Restart the sign and scan again.',
};

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The text of the QR of the sign `signId` (UUID v4): exactly these keys, in this order (contract, section 1). */
export function buildQrText(signId: string): string {
  const payload: QrPayload = { type: 'service-sign', version: 1, signId, shortCode: deriveShortCode(signId) };
  return JSON.stringify(payload);
}

/** Reads a scanned text. Never throws: whatever a camera can see is either a sign's payload or a refusal with words of its own. */
export function parseQrText(text: string): { ok: true; payload: QrPayload } | { ok: false; refusal: QrRefusal } {
  const refuse = (refusal: QrRefusal) => ({ ok: false, refusal }) as const;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('not_json');
  }
  if (typeof value !== 'object' || value === null) return refuse('not_json');
  const { type, version, signId, shortCode } = value as Record<string, unknown>;
  if (type !== 'service-sign') return refuse('not_a_sign');
  if (version !== 1) return refuse('version_unknown');
  if (typeof signId !== 'string' || !UUID_V4.test(signId)) return refuse('sign_id_malformed');
  if (shortCode !== deriveShortCode(signId)) return refuse('short_code_mismatch');
  return { ok: true, payload: { type, version, signId, shortCode } };
}
