import { PAGES } from '@sign-display/contracts/page-paths';
import { parseQrText } from '@sign-display/contracts/qr-payload';
import { normalizeShortCode } from '@sign-display/contracts/short-code';

/** What was scanned, as far as it matters to a claim. Pure; nothing of it is ever opened. */
export type Scanned =
  /** A sign's own QR, whose code fits its identity. */
  | { kind: 'sign'; signId: string; shortCode: string }
  /** The address under a sign's QR (`…/claim?code=4QB50C`): a code as if it were typed. */
  | { kind: 'code'; shortCode: string }
  | { kind: 'not_a_sign' }
  /** `version`: what the sign uses, null where that is no whole number. */
  | { kind: 'newer_version'; version: number | null }
  /** A sign's QR without a sign in it: printed wrong, or read wrong. */
  | { kind: 'damaged' }
  /** The QR contradicts itself: its code is not derived from its signId (contract, section 1). */
  | { kind: 'short_code_mismatch' };

export type FoundSign = Extract<Scanned, { kind: 'sign' | 'code' }>;
export type ScanRefusal = Exclude<Scanned, FoundSign>;

export const isFound = (scanned: Scanned): scanned is FoundSign => scanned.kind === 'sign' || scanned.kind === 'code';

/** No QR holds more characters (version 40, digits alone). */
const MAX_CHARACTERS = 7_089;

/** The version that a payload of another one tells; null where that is no whole number. */
function versionIn(payload: string): number | null {
  const { version } = JSON.parse(payload) as { version: unknown };
  return Number.isSafeInteger(version) ? (version as number) : null;
}

/** The code in the address of a sign's claim page, on whatever host: the code is looked up at our own service, and the address is not opened. */
function codeInAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { pathname, searchParams } = new URL(text);
  return pathname.endsWith(PAGES.claim) ? normalizeShortCode(searchParams.get('code') ?? '') : null;
}

/** Reads the text of a QR (contract, section 1). Never throws: a camera can see anything. */
export function readScanned(text: string): Scanned {
  if (text.length > MAX_CHARACTERS) return { kind: 'not_a_sign' };
  const shortCode = codeInAddress(text);
  if (shortCode !== null) return { kind: 'code', shortCode };
  const read = parseQrText(text);
  if (read.ok) return { kind: 'sign', signId: read.payload.signId, shortCode: read.payload.shortCode };
  switch (read.refusal) {
    case 'version_unknown':
      return { kind: 'newer_version', version: versionIn(text) };
    case 'sign_id_malformed':
      return { kind: 'damaged' };
    case 'short_code_mismatch':
      return { kind: 'short_code_mismatch' };
    case 'not_json':
    case 'not_a_sign':
      return { kind: 'not_a_sign' };
  }
}
