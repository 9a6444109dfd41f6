import { isFound, readScanned, type FoundSign, type ScanRefusal } from './parse-scanned-text.ts';

/** What a photo showed. */
export type PhotoResult =
  | FoundSign
  /** QRs, but none of a sign. */
  | ScanRefusal
  /** The signs of several QRs: a photo of one sign is needed. */
  | { kind: 'several_signs'; count: number }
  | { kind: 'no_qr' }
  /** The browser can't open the file: HEIC in most of them, or no picture at all. */
  | { kind: 'unreadable' };

/** From the most to the least worth telling, where no QR of the picture is a sign's. */
const WORTH: ScanRefusal['kind'][] = ['short_code_mismatch', 'newer_version', 'damaged', 'not_a_sign'];

/** What the texts of all QRs in one picture come to: posters beside a sign don't matter. Pure. */
export function readAll(texts: readonly string[]): PhotoResult {
  const scanned = texts.map(readScanned);
  const found = new Map(scanned.filter(isFound).map((sign) => [sign.shortCode, sign]));
  if (found.size > 1) return { kind: 'several_signs', count: found.size };
  const [sign] = found.values();
  if (sign) return scanned.filter(isFound).find(({ kind }) => kind === 'sign') ?? sign;
  const refusals = scanned.filter((each): each is ScanRefusal => !isFound(each));
  for (const kind of WORTH) {
    const refusal = refusals.find((each) => each.kind === kind);
    if (refusal) return refusal;
  }
  return { kind: 'no_qr' };
}
