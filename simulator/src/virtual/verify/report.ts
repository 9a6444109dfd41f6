import Table from 'cli-table3';
import type { Failure } from '../run-life.ts';
import type { CoverageRow } from './coverage-sum.ts';
import type { Shortened } from './shorten.ts';
import { replayCommand } from './trial.ts';
import type { Broken, Outcome, Tally } from './verify.ts';

/** What a person reads in a terminal. */

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

/** `12:31.204`, with hours before where there are any. */
export function clockTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = `${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(Math.floor(ms % 1_000)).padStart(3, '0')}`;
  return ms >= HOUR_MS ? `${Math.floor(ms / HOUR_MS)}:${rest}` : rest;
}

/** What is seen while it goes on. */
export function progressWords({ trials, virtualMs, statements }: Tally, elapsedMs: number): string {
  const seconds = Math.max(elapsedMs, 1) / 1_000;
  return `${(trials / seconds).toFixed(2)} seeds/s, ${(virtualMs / HOUR_MS).toFixed(2)} simulated hours, ${Math.round(virtualMs / 1_000 / seconds)} × real time, ${statements.toLocaleString('en')} statements`;
}

/** Groups of the coverage table, with how the names of what was hit in it begin; whatever begins with none of them comes last. */
const GROUPS: readonly (readonly [group: string, begins: RegExp])[] = [
  ['claim transitions', /^(claim|record) (?!told )/],
  ['what was answered', /^(\w+ told|ack|refusal) /],
  ['deeds', /^deed /],
  ['faults', /^fault /],
  ['presence', /^presence /],
  ['notification rules', /^notification /],
  ['commands', /^command /],
  ['kiosk', /^(kiosk|K\d) /],
  ['database', /^database /],
  ['others', /./],
];
/** What the group says already. */
const SAID = /^(claim|deed|fault|presence|notification|command|kiosk|database) (?!told )/;

export function coverageTable(rows: readonly CoverageRow[], paint: Paint): string {
  const table = new Table({
    head: ['group', 'what', 'hits', 'in seeds'],
    colAligns: ['left', 'left', 'right', 'right'],
    ...plain,
  });
  const groupOf = (what: string): string => GROUPS.find(([, begins]) => begins.test(what))![0];
  for (const [group] of GROUPS) {
    const ofGroup = rows.filter(({ what }) => groupOf(what) === group);
    for (const [index, { what, hits, runs, isExpected }] of ofGroup.entries()) {
      const name = what.replace(SAID, '');
      const zero = isExpected && hits === 0;
      table.push([index === 0 ? group : '', zero ? paint('red', name) : name, zero ? paint('red', '0') : hits, runs]);
    }
  }
  return table.toString();
}

const indented = (text: string, by = '    '): string => text.replaceAll('\n', `\n${by}`);
const told = (value: unknown): string =>
  indented(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing'), '            ');

function happeningsTable({ happenings }: Shortened['plan']): string {
  const table = new Table({
    head: ['id', 'at', 'what', 'with'],
    wordWrap: true,
    colWidths: [null, null, null, 80],
    ...plain,
  });
  for (const { id, atMs, name, params } of happenings) table.push([id, clockTime(atMs), name, JSON.stringify(params)]);
  return table.toString();
}

/** The promise in the words of behaviour.md, what was seen in place of it, and how to see it again. */
export function failureText(
  { trial, failure }: Broken,
  context: {
    promises: ReadonlyMap<string, string>;
    /** Null where nobody has tried to. */
    shortened: Shortened | null;
    /** Words that the replay needs beside the trial's own: `--mutant NAME`. */
    more: readonly string[];
    paint: Paint;
  },
): string {
  const { promises, shortened, more, paint } = context;
  const shown: Failure = shortened?.failure ?? failure;
  const plan = shortened?.plan ?? trial.plan;
  const words = promises.get(shown.promise);
  const title = failure.promise === 'run' ? 'could not go on' : `broke promise ${failure.promise}`;
  return [
    '',
    paint('red', `${trial.title} ${title} at ${clockTime(failure.atMs)} of virtual time`),
    '',
    ...(words === undefined ? [] : [`  promise   ${shown.promise} ${words}`]),
    `  broken    ${shown.words}`,
    `  expected  ${told(shown.expected)}`,
    `  seen      ${told(shown.seen)}`,
    '',
    `The last ${many(shown.last.length, 'event')} before it${shortened ? ', in the shortened run' : ''}:`,
    ...shown.last.map((line) => `  ${line}`),
    '',
    shortened
      ? `It takes ${plan.happenings.length} of ${trial.planned} happenings (found by ${many(shortened.lives, 'more life', 'more lives')}):`
      : `It had ${plan.happenings.length} of ${trial.planned} happenings (not shortened).`,
    ...(shortened && plan.happenings.length > 0 ? [happeningsTable(plan)] : []),
    '',
    'Again, event by event:',
    `  ${replayCommand(trial, plan, more)}`,
  ].join('\n');
}

export function summary(
  outcome: Outcome,
  figures: { seconds: number; jobs: number; memory: { first: number; most: number } },
): string {
  const { seconds, jobs, memory } = figures;
  const { trials, seeds, virtualMs, signMs, statements, events, hash, regressionsHash } = outcome;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const lived = [
    ...(seeds > 0 || trials === 0 ? [many(seeds, 'seed')] : []),
    ...(trials > seeds ? [many(trials - seeds, 'regression')] : []),
  ].join(' and ');
  return [
    `${lived} in ${seconds.toFixed(1)} s with ${many(jobs, 'process', 'processes')}: ${(trials / seconds).toFixed(2)} a second`,
    `${(virtualMs / HOUR_MS).toFixed(2)} simulated hours (${(signMs / HOUR_MS).toFixed(0)} hours of a sign), ${Math.round(virtualMs / 1_000 / seconds)} × real time, ${Math.round(virtualMs / 1_000 / seconds / jobs)} × in one process`,
    `${statements.toLocaleString('en')} statements, ${events.toLocaleString('en')} events; memory of a process ${megabytes(memory.first)} after its first seed, ${megabytes(memory.most)} at the most`,
    ...(regressionsHash === null ? [] : [`hash of the regressions’ hashes ${regressionsHash}`]),
    ...(hash === null ? [] : [`hash of all hashes ${hash}`]),
  ].join('\n');
}
