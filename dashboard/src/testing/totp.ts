import { createHmac } from 'node:crypto';

/** Codes of an authenticator app, by RFC 6238 and RFC 4226: what a person's phone shows. */

export const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of base32 (RFC 4648), with spaces or without. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(/[\s=]/g, '')].map((letter) => {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) throw new Error(`${letter} is no letter of base32`);
    return value.toString(2).padStart(5, '0');
  });
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
}

/** The six digits at this time, for a key as the page shows it. */
export function totpAt(key: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const hash = createHmac('sha1', fromBase32(key)).update(counter).digest();
  const offset = hash.at(-1)! & 0x0f;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * The codes of one person's app. The service takes each code once, and the codes one step before and after the present one. So `next` gives up to three
 * codes in a row without waiting, and later ones once their time has come.
 */
export function openApp(key: string) {
  let lastStep = Math.floor(Date.now() / STEP_MS) - 2;
  return {
    /** A code that was not given before and that the service takes now. */
    async next(): Promise<string> {
      const first = Math.floor(Date.now() / STEP_MS) - 1;
      lastStep = Math.max(lastStep + 1, first);
      const opensAtMs = (lastStep - 1) * STEP_MS + 200;
      const waitMs = opensAtMs - Date.now();
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      return totpAt(key, lastStep * STEP_MS);
    },
    /** Six digits that the app shows at none of these steps. */
    wrong(): string {
      const step = Math.floor(Date.now() / STEP_MS);
      const right = new Set([-2, -1, 0, 1, 2].map((more) => totpAt(key, (step + more) * STEP_MS)));
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code))!;
    },
  };
}
export type App = ReturnType<typeof openApp>;
