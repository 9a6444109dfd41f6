import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServerAddress } from '../virtual/database/cluster.ts';
import { DEFAULT_SIZE } from './titled-plan.ts';

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
    throw new InvalidArgumentError('It must be a list of numbers separated by commas, or none.');
  return text.split(',').map(Number);
}

function regressionName(text: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError('It must be lower-case words with dashes.');
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
    .option('--seeds <number>', 'how many', wholeNumber(1, 10_000_000), SEEDS)
    .option('--from <number>', 'the first of them; those that follow count up', wholeNumber(0, 2 ** 40), 1)
    .option('--fresh', 'seeds that nobody has chosen; the first is printed')
    .option('--until-failure', 'as many seeds as it takes')
    .option('--seed <text>', 'this one alone', notEmpty)
    .option('--regression <name>', 'this one of simulator/regressions alone')
    .option('--regressions', 'all of simulator/regressions, and no seeds')
    .option('--no-regressions', 'none of them (they are part of a run that names no seeds)')
    .option('--only <ids>', 'of the plan these steps alone, as numbers with commas; or none', steps)
    .option('--hours <number>', 'virtual hours a seed', hours, DEFAULT_SIZE.hours)
    .option('--kiosks <number>', 'signs on the walls', wholeNumber(1, 200), DEFAULT_SIZE.kiosks)
    .option('--nodes <number>', 'nodes of the service', wholeNumber(1, 8), DEFAULT_SIZE.nodes)
    .option('--jobs <number>', 'processes at once (default: one a core)', wholeNumber(1, 256), availableParallelism())
    .option('--trace', 'print every event of the one seed or regression')
    .option('--json <file>', 'write what came of it there', notEmpty)
    .option('--no-fail-fast', 'try all seeds, whatever the first ones broke')
    .option('--no-shrink', 'do not look for the fewest steps with which it still fails')
    .option('--keep <name>', 'write what failed, as far as it was shortened, to simulator/regressions', regressionName)
    .option('--mutant <name>', 'in a copy of the tree with that bug of simulator/mutants in it')
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

The same seed gives the same run on any machine; the hash of all hashes says so. docs/SIMULATION.md tells the rest.

Exit codes: 0 every promise held · 1 one was broken, or something that must happen never did · 2 it could not be tried, or not be
written · 130 interrupted, or nobody reads what it prints`,
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
    return "--regressions and --no-regressions can't be had in one run";
  const { trace, only, fresh, untilFailure, failFast, regressions } = options;
  const [subject, other] = SUBJECTS.filter((name) => isGiven(name) && (name !== 'regressions' || regressions));
  if (subject && other) return `${typed(subject, options)} and ${typed(other, options)} can't be had in one run`;
  if (subject) {
    const ofMany = [...RANGE, ...(subject === 'seed' ? [] : SIZE)].find(isGiven);
    const useless = ofMany ?? (subject === 'regressions' ? undefined : ALL.find(isGiven));
    const runs = {
      seed: 'one seed alone',
      regression: 'a plan as it was kept',
      regressions: 'plans as they were kept',
    };
    if (useless)
      return `${typed(subject, options)} runs ${runs[subject]}: ${typed(useless, options)} has no meaning there`;
  }
  const isSingle = subject === 'seed' || subject === 'regression';
  if (trace && !isSingle) return '--trace prints one run: name it with --seed or --regression';
  if (only && !isSingle) return '--only means the steps of one run: name it with --seed or --regression';
  if (fresh && isGiven('from')) return '--fresh chooses the first seed itself: leave out --from';
  if (untilFailure && isGiven('seeds')) return '--until-failure takes as many as it takes: leave out --seeds';
  if (untilFailure && !failFast) return '--until-failure and --no-fail-fast together would never end';
  return null;
}
