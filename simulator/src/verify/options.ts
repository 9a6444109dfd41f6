import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServerAddress } from '../virtual/database/cluster.ts';
import { DEFAULT_SIZE } from './trial.ts';

/** The exit codes. */
export const EXIT = { held: 0, broken: 1, unusable: 2, interrupted: 130 } as const;

/** The options can't be followed; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The options of `sim:verify`. */
export interface Options {
  seeds: number;
  from: number;
  seed?: string;
  fresh?: true;
  untilFailure?: true;
  regression?: string;
  regressions?: boolean;
  only?: number[];
  hours: number;
  kiosks: number;
  nodes: number;
  jobs: number;
  trace?: true;
  json?: string;
  failFast: boolean;
  shrink: boolean;
  keep?: string;
  mutant?: string;
  /** Set in the process that runs in a mutant's copy of the tree: its replay commands then say `--mutant`. */
  asMutant?: string;
  /** Set by `sim:mutants`: a database server that many runs share. */
  server?: ServerAddress;
}

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  return value;
};

function hours(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < 0.01 || value > 240)
    throw new InvalidArgumentError('It must be a number from 0.01 to 240.');
  return value;
}

function steps(text: string): number[] {
  if (text === 'none') return [];
  if (!/^\d{1,9}(,\d{1,9})*$/.test(text))
    throw new InvalidArgumentError('It must be a list of numbers separated by commas, or the word none.');
  return text.split(',').map(Number);
}

function regressionName(text: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError('It must consist of lowercase words with dashes between them.');
  return text;
}

function notEmpty(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

const SEEDS = 100;

/** The program with all of its options. It calls `exit` after `--help` (with true) and after an option that it refuses (with false). */
export function verifyProgram(exit: (isHelp: boolean) => never): Command {
  return new Command('sim:verify')
    .description(
      'Simulates hours of a fleet in seconds: the real backend and the real agents in one process, on virtual time, with actions and faults that a seed determines. Checkers check every promise.',
    )
    .option('--seeds <number>', 'number of seeds', wholeNumber(1, 10_000_000), SEEDS)
    .option('--from <number>', 'the first seed; the others follow in order', wholeNumber(0, 2 ** 40), 1)
    .option('--fresh', 'start at a random seed, which is printed')
    .option('--until-failure', 'run seeds until one fails')
    .option('--seed <text>', 'run only this seed', notEmpty)
    .option('--regression <name>', 'run only this regression of simulator/regressions')
    .option('--regressions', 'run all regressions of simulator/regressions, and no seeds')
    .option('--no-regressions', 'run no regressions (a run that names no seeds includes them)')
    .option('--only <ids>', 'run only these steps of the plan: numbers separated by commas, or none', steps)
    .option('--hours <number>', 'virtual hours per seed', hours, DEFAULT_SIZE.hours)
    .option('--kiosks <number>', 'number of signs', wholeNumber(1, 200), DEFAULT_SIZE.kiosks)
    .option('--nodes <number>', 'number of nodes of the service', wholeNumber(1, 8), DEFAULT_SIZE.nodes)
    .option(
      '--jobs <number>',
      'parallel processes (default: one per core)',
      wholeNumber(1, 256),
      availableParallelism(),
    )
    .option('--trace', 'print every event (with --seed or --regression)')
    .option('--json <file>', 'write the result to this file', notEmpty)
    .option('--no-fail-fast', 'run all seeds, even after one has failed')
    .option('--no-shrink', 'do not search for the fewest steps that still fail')
    .option('--keep <name>', 'write the failed plan, shortened if possible, to simulator/regressions', regressionName)
    .option('--mutant <name>', 'run in a copy of the tree with this bug of simulator/mutants')
    .addOption(new Option('--as-mutant <name>').hideHelp())
    .addOption(new Option('--server <json>').argParser((text) => JSON.parse(text) as ServerAddress).hideHelp())
    .addHelpText(
      'after',
      `
Examples:
  npm run sim:verify -- --seeds 1000
  npm run sim:verify -- --fresh --until-failure
  npm run sim:verify -- --seed 17 --only 3,17,20 --trace
  npm run sim:verify -- --seeds 200 --mutant skip-deadline

The same seed gives the same run on any machine, which the hash of all hashes confirms. See docs/SIMULATION.md for details.

Exit codes: 0 every promise held · 1 a promise was broken, or a required case never occurred · 2 the run could not start, or a
file could not be written · 130 interrupted, or the output was closed`,
    )
    .configureOutput({ outputError: (text, write) => write(`${text}Try --help.\n`) })
    .exitOverride((error) => exit(error.exitCode === 0));
}

/** A run has one of these as its subject. Options that would be ignored beside it are refused. */
const SUBJECTS = ['seed', 'regression', 'regressions'] as const;
const RANGE = ['seeds', 'from', 'fresh', 'untilFailure'] as const;
const SIZE = ['hours', 'kiosks', 'nodes'] as const;

/** Options that mean something only where several plans run. */
const ALL = ['regressions', 'failFast'] as const;

type Given = (typeof SUBJECTS | typeof RANGE | typeof SIZE | typeof ALL)[number];
const WORDS: Partial<Record<Given, string>> = { untilFailure: '--until-failure', failFast: '--no-fail-fast' };
const typed = (name: Given, { regressions }: Options): string =>
  name === 'regressions' && regressions === false ? '--no-regressions' : (WORDS[name] ?? `--${name}`);

/** The first option that is given twice: one of the two would be ignored. */
function repeated(args: readonly string[]): string | undefined {
  const names = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=', 1)[0]!);
  return names.find((name, index) => names.indexOf(name) < index);
}

/** Says which options contradict each other; null where none do. `isGiven`: the user typed this option, so its value is no default. */
export function objectionTo(
  options: Options,
  args: readonly string[],
  isGiven: (name: Given) => boolean,
): string | null {
  const twice = repeated(args);
  if (twice !== undefined) return `${twice} is given twice`;
  if (args.includes('--regressions') && args.includes('--no-regressions'))
    return "--regressions and --no-regressions can't be combined";
  const { trace, only, fresh, untilFailure, failFast, regressions } = options;
  const [subject, other] = SUBJECTS.filter((name) => isGiven(name) && (name !== 'regressions' || regressions));
  if (subject && other) return `${typed(subject, options)} and ${typed(other, options)} can't be combined`;
  if (subject) {
    const ofMany = [...RANGE, ...(subject === 'seed' ? [] : SIZE)].find(isGiven);
    const useless = ofMany ?? (subject === 'regressions' ? undefined : ALL.find(isGiven));
    const runs = {
      seed: 'only one seed',
      regression: 'one stored plan',
      regressions: 'the stored plans',
    };
    if (useless) return `${typed(subject, options)} runs ${runs[subject]}, so ${typed(useless, options)} has no effect`;
  }
  const isSingle = subject === 'seed' || subject === 'regression';
  if (trace && !isSingle) return '--trace prints one run: choose the run with --seed or --regression';
  if (only && !isSingle) return '--only selects the steps of one run: choose the run with --seed or --regression';
  if (fresh && isGiven('from')) return '--fresh chooses the first seed: omit --from';
  if (untilFailure && isGiven('seeds')) return '--until-failure runs any number of seeds: omit --seeds';
  if (untilFailure && !failFast) return '--until-failure and --no-fail-fast together would never end';
  return null;
}
