import { createHash } from 'node:crypto';

/** The hash of a body's beginning. */
export interface BodyFingerprint {
  /** How much has come. */
  readonly bytes: number;
  /** Whether that is all that counts: no more has to be read. */
  add(chunk: Uint8Array): boolean;
  /** In hex. May be asked for again, also after more has come. */
  digest(): string;
}

/** Of a body of any length: what comes after the first `mostBytes` doesn't count, and neither does how it was cut into chunks. */
export function fingerprintBody(mostBytes: number): BodyFingerprint {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk) {
      hash.update(chunk.subarray(0, Math.max(0, mostBytes - bytes)));
      bytes += chunk.length;
      return bytes >= mostBytes;
    },
    // A hash can give its digest once; its copy gives it for it.
    digest: () => hash.copy().digest('hex'),
  };
}
