import { createHash } from 'node:crypto';

/** What happened in a run, in its order: its hash says whether two runs were the same (promise S3). */
export interface Trace {
  /**
   * `kind` is one of a few words, `detail` whatever tells this one from others; both become part of the hash. `text`: what is long, comes again
   * and again, and stands before the detail; it is hashed where it comes first, and by its number from then on.
   */
  note(kind: string, detail?: string, text?: string): void;
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
  const kept: (() => string)[] = [];
  const texts = new Map<string, number>();
  let length = 0;

  return {
    note(kind, detail = '', text = '') {
      const moment = `${nowMs().toFixed(3)} ${kind} `;
      const line = (): string => `${moment}${text && `${text} `}${detail}`;
      length += 1;
      let number = texts.get(text);
      if (number === undefined) {
        texts.set(text, (number = texts.size));
        hash.update(`${number} ${text}\n`);
      }
      hash.update(`${moment}${number} ${detail}\n`);
      print?.(line());
      kept[length % KEPT] = line;
    },
    last() {
      const oldest = (length + 1) % KEPT;
      const made = length < KEPT ? kept.slice(1, length + 1) : [...kept.slice(oldest), ...kept.slice(0, oldest)];
      const lines = made.map((line) => line());
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
