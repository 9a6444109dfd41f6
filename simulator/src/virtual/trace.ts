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
/** Of the last ones so much is told: statements are long, and what tells one from the other stands behind them. */
const TEXT_LENGTH = 120;
const DETAIL_LENGTH = 160;
const shortened = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

/** `print` is given each line where somebody reads along. */
export function createTrace(nowMs: () => number, print: ((line: string) => void) | null = null): Trace {
  const hash = createHash('sha256');
  const kept: (() => string)[] = [];
  const texts = new Map<string, number>();
  let length = 0;

  return {
    note(kind, detail = '', text = '') {
      const moment = `${nowMs().toFixed(3)} ${kind} `;
      length += 1;
      let number = texts.get(text);
      if (number === undefined) {
        texts.set(text, (number = texts.size));
        hash.update(`${number} ${text}\n`);
      }
      hash.update(`${moment}${number} ${detail}\n`);
      print?.(`${moment}${text && `${text} `}${detail}`);
      kept[length % KEPT] = () =>
        `${moment}${text && `${shortened(text, TEXT_LENGTH)} `}${shortened(detail, DETAIL_LENGTH)}`;
    },
    last() {
      const oldest = (length + 1) % KEPT;
      const made = length < KEPT ? kept.slice(1, length + 1) : [...kept.slice(oldest), ...kept.slice(0, oldest)];
      return made.map((line) => line());
    },
    get length() {
      return length;
    },
    hash: () => hash.copy().digest('hex'),
  };
}
