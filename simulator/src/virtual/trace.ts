import { createHash } from 'node:crypto';

/** What happened in a run, in its order: its hash says whether two runs were the same (promise S3). */
export interface Trace {
  /** `kind` is one of a few words, `detail` whatever tells this one from others; both become part of the hash. */
  note(kind: string, detail?: string): void;
  /** The last events, oldest first, as `time kind detail`. */
  last(): string[];
  readonly length: number;
  /** SHA-256 over all of them so far, as hex. */
  hash(): string;
}

const KEPT = 30;
const DETAIL_LENGTH = 200;

/** `print` is given each line where somebody reads along. */
export function createTrace(nowMs: () => number, print: ((line: string) => void) | null = null): Trace {
  const hash = createHash('sha256');
  const kept: string[] = [];
  let length = 0;

  return {
    note(kind, detail = '') {
      const line = `${nowMs().toFixed(3)} ${kind} ${detail}`;
      length += 1;
      hash.update(line);
      hash.update('\n');
      print?.(line);
      kept[length % KEPT] = line;
    },
    last() {
      const oldest = (length + 1) % KEPT;
      const lines = length < KEPT ? kept.slice(1, length + 1) : [...kept.slice(oldest), ...kept.slice(0, oldest)];
      // Statements are written over several lines.
      const short = lines.map((line) => line.replaceAll(/\s+/g, ' '));
      return short.map((line) => (line.length > DETAIL_LENGTH ? `${line.slice(0, DETAIL_LENGTH)}…` : line));
    },
    get length() {
      return length;
    },
    hash: () => hash.copy().digest('hex'),
  };
}
