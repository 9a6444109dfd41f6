import Table from 'cli-table3';
import type { Failure } from '../virtual/run-plan.ts';
import type { CoverageRow } from './coverage-sum.ts';
import type { ShrunkPlan } from './shrink-plan.ts';
import type { Trial } from './trial.ts';
import type { Broken, Outcome, Tally } from './run-and-count-trials.ts';

/** The text that `sim:verify` prints in a terminal. */

export type Paint = (colour: 'red' | 'green' | 'yellow', text: string) => string;
const CODES = { red: 31, green: 32, yellow: 33 };
export const painter =
  (colours: boolean): Paint =>
  (colour, text) =>
    colours ? `\u001B[${CODES[colour]}m${text}\u001B[39m` : text;

/** `1 seed`, `2,000 seeds`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

const plain = { style: { head: [], border: [], compact: true } };
const HOUR_MS = 3_600_000;

/** `12:31.204`, or `1:12:31.204` from an hour on. */
function clockTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = `${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(Math.floor(ms % 1_000)).padStart(3, '0')}`;
  return ms >= HOUR_MS ? `${Math.floor(ms / HOUR_MS)}:${rest}` : rest;
}

/** A line of a trace, with its milliseconds written as a clock time. */
export const eventLine = (line: string): string => line.replace(/^\d+\.\d+/, (ms) => clockTime(Number(ms)));

/** The broken promise in one line. */
export function brokenWords({ trial, failure }: Broken): string {
  const { promise, words, atMs } = failure;
  const what = promise === 'run' || promise === 'plan' ? words : `broke promise ${promise} (${words})`;
  return `${trial.title} ${what} at ${clockTime(atMs)} of virtual time`;
}

/** The figures that the progress display shows. */
export function progressWords({ trials, virtualMs, statements }: Tally, elapsedMs: number): string {
  const seconds = Math.max(elapsedMs, 1) / 1_000;
  return `${(trials / seconds).toFixed(2)} seeds/s, ${(virtualMs / HOUR_MS).toFixed(2)} simulated hours, ${Math.round(virtualMs / 1_000 / seconds)} × real time, ${statements.toLocaleString('en')} statements`;
}

/** The groups of the coverage table, and how the names of each begin. A name that fits none goes into the last. */
const GROUPS: readonly (readonly [group: string, begins: RegExp])[] = [
  ['claim transitions', /^(claim|record) (?!told )/],
  ['what was answered', /^(\w+ told|ack|refusal) /],
  ['actions', /^action /],
  ['faults', /^fault /],
  ['presence', /^presence /],
  ['notification rules', /^notification /],
  ['commands', /^command /],
  ['kiosk', /^(kiosk|K\d) /],
  ['database', /^database /],
  ['others', /./],
];
/** The part of a name that its group says already. */
const SAID = /^(claim|action|fault|presence|notification|command|kiosk|database) (?!told )/;

/** `zeros`: what had to happen and never did; it is printed in red. */
export function coverageTable(rows: readonly CoverageRow[], zeros: ReadonlySet<string>, paint: Paint): string {
  const table = new Table({
    head: ['group', 'what', 'hits', 'in seeds'],
    colAligns: ['left', 'left', 'right', 'right'],
    ...plain,
  });
  const groupOf = (what: string): string => GROUPS.find(([, begins]) => begins.test(what))![0];
  for (const [group] of GROUPS) {
    const ofGroup = rows.filter(({ what }) => groupOf(what) === group);
    for (const [index, { what, hits, seeds }] of ofGroup.entries()) {
      const name = what.replace(SAID, '');
      const red = (text: string): string => (zeros.has(what) ? paint('red', text) : text);
      table.push([index === 0 ? group : '', red(name), hits, red(String(seeds))]);
    }
  }
  return table.toString();
}

const indented = (text: string, by = '    '): string => text.replaceAll('\n', `\n${by}`);
const told = (value: unknown): string =>
  indented(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing'), '            ');

function stepsTable({ steps }: ShrunkPlan['plan']): string {
  const table = new Table({
    head: ['id', 'at', 'what', 'with'],
    wordWrap: true,
    colWidths: [null, null, null, 80],
    ...plain,
  });
  for (const { id, atMs, name, params } of steps) table.push([id, clockTime(atMs), name, JSON.stringify(params)]);
  return table.toString();
}

function stepsOf({ plan, planned }: Trial, shortened: ShrunkPlan | null): string[] {
  const count = (shortened?.plan ?? plan).steps.length;
  if (!shortened) return [`The run had ${count} of ${planned} steps (not shortened).`];
  const { lives, isRepeatable } = shortened;
  if (!isRepeatable)
    return [
      'When repeated, the run did NOT fail: something other than the seed influences the run (docs/SIMULATION.md).',
    ];
  const found = `The failure needs ${count} of ${planned} steps (found with ${many(lives, 'more run')})`;
  return count > 0 ? [`${found}:`, stepsTable(shortened.plan)] : [`${found}.`];
}

/** The promise in the words of behaviour.md, what was seen in place of it, and how to see it again. */
export function failureText(
  { trial, failure }: Broken,
  context: {
    promises: ReadonlyMap<string, string>;
    /** Null where we did not try to shorten it. */
    shortened: ShrunkPlan | null;
    /** The command that replays it. */
    command: string;
    paint: Paint;
  },
): string {
  const { promises, shortened, command, paint } = context;
  const shown: Failure = shortened?.failure ?? failure;
  const words = promises.get(shown.promise);
  return [
    '',
    paint('red', brokenWords({ trial, failure: shown })),
    '',
    ...(words === undefined ? [] : [`  promise   ${shown.promise} ${words}`]),
    `  broken    ${shown.words}`,
    `  expected  ${told(shown.expected)}`,
    `  seen      ${told(shown.seen)}`,
    '',
    `The last ${many(shown.last.length, 'event')} before the failure${shortened ? ', in the shortened run' : ''}:`,
    ...shown.last.map((line) => `  ${eventLine(line)}`),
    '',
    ...stepsOf(trial, shortened),
    '',
    'Repeat the run and print every event:',
    `  ${command}`,
  ].join('\n');
}

export function summary(
  outcome: Outcome,
  figures: { seconds: number; jobs: number; memory: { first: number; most: number } },
): string {
  const { seconds, jobs, memory } = figures;
  const { trials, seeds, virtualMs, signMs, statements, events, hash, regressionsHash, isWhole } = outcome;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const lived = [
    ...(seeds > 0 || trials === 0 ? [many(seeds, 'seed')] : []),
    ...(trials > seeds ? [many(trials - seeds, 'regression')] : []),
  ].join(' and ');
  return [
    `${lived} in ${seconds.toFixed(1)} s with ${many(jobs, 'process', 'processes')}: ${(trials / seconds).toFixed(2)} a second`,
    `${(virtualMs / HOUR_MS).toFixed(2)} simulated hours (${(signMs / HOUR_MS).toFixed(0)} hours of a sign), ${Math.round(virtualMs / 1_000 / seconds)} × real time, ${Math.round(virtualMs / 1_000 / seconds / jobs)} × in one process`,
    `${statements.toLocaleString('en')} statements, ${events.toLocaleString('en')} events; memory of a process ${megabytes(memory.first)} after its first seed, ${megabytes(memory.most)} at the most`,
    // Without all trials the hash means nothing: chance decides which of them were done.
    ...(isWhole && regressionsHash !== null ? [`hash of the regressions’ hashes ${regressionsHash}`] : []),
    ...(isWhole && hash !== null ? [`hash of all hashes ${hash}`] : []),
  ].join('\n');
}
