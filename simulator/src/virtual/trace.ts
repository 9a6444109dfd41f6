import { createHash } from 'node:crypto';

/** The events of a run, in order. Two runs with the same hash were the same (promise S3). */
export interface Trace {
  /**
   * Notes an event. `kind` is one of a few words, `detail` tells it from others of its kind. `text` is for long words that repeat, such as a statement;
   * it stands before the detail. The hash has all three: `text` in full the first time, and its number from then on.
   */
  note(kind: string, detail?: string, text?: string): void;
  /** The last events, oldest first, as `time kind detail`. */
  last(): string[];
  readonly length: number;
  /** SHA-256 over all events so far, as hex. */
  hash(): string;
}

const KEPT = 30;
/** `last` cuts text and detail to these lengths: statements are long, and the parameters that differ come after them. */
const TEXT_LENGTH = 120;
const DETAIL_LENGTH = 160;
const shortened = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

/** `print` gets every event as a line. */
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
