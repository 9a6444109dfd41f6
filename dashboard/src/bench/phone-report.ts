/** The figures of the phone's claim: what was measured, and whether it is within the bounds. Pure. */

/** A script that the browser fetched. */
export interface Script {
  name: string;
  /** As gzip packs it best. */
  bytes: number;
  /** Of the reader of codes, which is not counted. */
  isReader: boolean;
}

/** One claim from the start screen to the claimed sign, by the camera. Times are of a phone with a quarter of this machine's speed. */
export interface Round {
  /** From the camera's first picture to "Is it this one?". */
  scanToFoundMs: number;
  /** Of it, what the reader took for the picture that it found the code in, at this machine's own speed: Chromium slows no worker. */
  readingMs: number;
  /** Of each tap and key: to the next picture that shows an answer. */
  tapsMs: number[];
  /** The slowest of some taps on a page of one button, in the same browser: what this machine takes where a page does nothing. */
  bareTapMs: number;
  /** What kept the page's thread from everything else for more than 50 ms, after the start screen stood there. */
  longTasks: LongTask[];
}

export interface LongTask {
  durationMs: number;
  /** What was done last before it. */
  after: string;
}

const BOUNDS = { kilobytes: 90, foundMs: 1_000, tapMs: 100, taskMs: 50 };
/** How much slower than this machine the phone is. */
export const SLOWER = 4;

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** From the camera's first picture to the sign, with a reader that is slowed as the page is. */
const foundMs = ({ scanToFoundMs, readingMs }: Round): number => scanToFoundMs + (SLOWER - 1) * readingMs;
/** The longest task; below 50 ms the browser names none. */
const longestTask = ({ longTasks }: Round): number => Math.max(0, ...longTasks.map(({ durationMs }) => durationMs));
const slowestTap = ({ tapsMs }: Round): number => Math.max(0, ...tapsMs);

/** A round in a line. */
export function roundLine(number: number, round: Round): string {
  const { scanToFoundMs, readingMs, tapsMs, bareTapMs, longTasks } = round;
  const tasks = longTasks.map(({ durationMs, after }) => `${durationMs.toFixed(0)} ms after "${after}"`);
  const found = `found in ${scanToFoundMs.toFixed(0)} ms, ${readingMs.toFixed(0)} ms of it reading`;
  return `  round ${number}: ${found}; taps ${tapsMs
    .toSorted((a, b) => b - a)
    .slice(0, 5)
    .join(', ')} ms, on a bare page ${bareTapMs} ms; long tasks: ${tasks.join(', ') || 'none'}`;
}

/** The figures as a table, and whether every median is within its bound. */
export function describePhone(
  scripts: readonly Script[],
  rounds: readonly Round[],
): { text: string; isWithin: boolean } {
  const row = (name: string, ...cells: string[]): string =>
    name.padEnd(52) + cells.map((cell) => cell.padStart(12)).join('');
  const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
  const counted = scripts.filter(({ isReader }) => !isReader);
  const bytes = counted.reduce((sum, script) => sum + script.bytes, 0);
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const times = [
    { name: 'scan to found', of: foundMs, bound: BOUNDS.foundMs },
    { name: 'slowest tap', of: slowestTap, bound: BOUNDS.tapMs },
    { name: 'longest task (0: none over 50 ms)', of: longestTask, bound: BOUNDS.taskMs },
  ].map(({ name, of, bound }) => ({ name, bound, values: rounds.map(of) }));
  const bare = rounds.map(({ bareTapMs }) => bareTapMs);
  const late = times.filter(({ values, bound }) => values.length > 0 && medianOf(values) > bound);
  const isWithin = bytes <= BOUNDS.kilobytes * 1_000 && late.length === 0;
  const lines = [
    '',
    row('', 'median', 'worst', 'bound'),
    row('scripts, gzipped, without the reader of codes', kilobytes(bytes), '', `${BOUNDS.kilobytes} kB`),
    ...times
      .filter(({ values }) => values.length > 0)
      .map(({ name, values, bound }) => row(name, ms(medianOf(values)), ms(Math.max(...values)), ms(bound))),
    ...(bare.length > 0
      ? [row('baseline: slowest tap on a page of one button', ms(medianOf(bare)), ms(Math.max(...bare)))]
      : []),
    '',
    ...scripts
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ name, bytes, isReader }) => row(`  ${name}`, kilobytes(bytes), isReader ? 'not counted' : '')),
    '',
    isWithin ? 'The phone is as quick as it must be.' : 'The phone is slower than it must be.',
  ];
  return { text: lines.join('\n'), isWithin };
}
