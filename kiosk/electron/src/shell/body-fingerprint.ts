import { createHash } from 'node:crypto';

/** The hash of a body's beginning. */
export interface BodyFingerprint {
  /** How much has come. */
  readonly bytes: number;
  /** Whether that is all that counts: no more has to be read. */
  add(chunk: Uint8Array): boolean;
  /** In hex, of what has come by the first time that it is asked for; what comes later only counts as bytes. */
  digest(): string;
}

/** Of a body of any length: what comes after the first `mostBytes` doesn't count, and neither does how it was cut into chunks. */
export function fingerprintBody(mostBytes: number): BodyFingerprint {
  const hash = createHash('sha256');
  let bytes = 0;
  let digest: string | null = null;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk) {
      if (digest === null) hash.update(chunk.subarray(0, Math.max(0, mostBytes - bytes)));
      bytes += chunk.length;
      return bytes >= mostBytes;
    },
    digest: () => (digest ??= hash.digest('hex')),
  };
}
