import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { onEndOfProcess } from '@sign-display/backend/process/process-signals';
import { startDatabaseServer } from '../adapters/database-server.ts';
import { onOutputClosed } from '../adapters/closed-output.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { carryPatches } from './patch-rebase.ts';
import { huntAll } from './parallel-seed-search.ts';
import { readKnownSeeds, recordSeeds, type KnownSeed } from './known-seeds.ts';
import { MutantError, chooseMutants, readMutants, type Mutant } from './mutant.ts';
import { lineOf, renderMutants, type Hunted } from './render-mutants-table.ts';
import { ROOT } from './prepare-mutant.ts';
import { createVerify, createVerifyPlans } from './verify-run.ts';
import { applyPatch } from './working-copy.ts';

/** `npm run sim:mutants`: exit codes 0 all were caught (or carried), 1 one was not, 2 it could not be tried, 130 interrupted. */

const EXIT = { caught: 0, survived: 1, unusable: 2, interrupted: 130 } as const;

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  return value;
};

const program = new Command('sim:mutants')
  .description(
    'Puts small bugs into copies of this tree, one bug per copy, and runs sim:verify on each copy. A bug that is not found shows a promise that nothing checks.',
  )
  .option('--only <name...>', 'run only these mutants')
  .option('--seeds <number>', 'maximum number of seeds per mutant', wholeNumber(1, 1_000_000), 200)
  .option('--from <seed>', 'the first seed', wholeNumber(0, 2 ** 31), 1)
  .option('--known', 'try each mutant only with its recorded seed or plan')
  .option('--record', 'write the seeds that caught mutants to simulator/mutants/known-seeds.json')
  .option('--check', 'only check whether each patch still applies')
  .option('--carry [commit]', 'rebase each patch that no longer applies, from a commit where the patch applied')
  .option('--jobs <number>', 'number of mutants in parallel', wholeNumber(1, 256), availableParallelism())
  .addHelpText(
    'after',
    `
Examples:
  npm run sim:mutants
  npm run sim:mutants -- --only skip-deadline --seeds 1000 --record
  npm run sim:mutants -- --known
  npm run sim:mutants -- --carry

Each mutant is tried with its recorded plan or seed first, then with seeds. With --seeds, --from or --record, only seeds are tried.
A mutant is caught if a seed breaks a promise with the bug and breaks no promise without it. A service that does not start, or a run
that does not end, catches nothing. --carry merges each patch from COMMIT, or from the commit that last wrote the patch file, into
the working tree. simulator/mutants/README.md explains how to write a mutant.

Exit codes: 0 all mutants were caught (or carried) · 1 a mutant was not caught, or its patch no longer applies · 2 the run could not start · 130 interrupted`,
  )
  .configureOutput({ outputError: (text, write) => write(`${text}Try --help.\n`) })
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : EXIT.unusable);
  });

interface Options {
  only?: string[];
  seeds: number;
  from: number;
  known?: true;
  record?: true;
  check?: true;
  carry?: true | string;
  jobs: number;
}

const isGiven = (name: string): boolean => program.getOptionValueSource(name) === 'cli';

/** Somebody has named the seeds, or wants to record new ones. */
const isSeedsAlone = ({ record }: Options): boolean => record === true || isGiven('seeds') || isGiven('from');

/** What another option leaves without a meaning is refused; null where nothing is. */
function objection({ known, check: checks, carry: carries, record }: Options): string | null {
  if (checks && carries) return '--carry already checks which patches apply, so --check has no effect';
  const isIdle = checks || carries !== undefined;
  const useless = ['seeds', 'from', ...(isIdle ? ['known', 'record', 'jobs'] : [])].find(isGiven);
  if (isIdle && useless) return `--${checks ? 'check' : 'carry'} runs no simulation, so --${useless} has no effect`;
  if (known && useless) return `--known tries only recorded seeds and plans, so --${useless} has no effect`;
  return known && record ? '--known tries only recorded seeds and plans, so --record has no effect' : null;
}

async function check(mutants: readonly Mutant[]): Promise<number> {
  let broken = 0;
  for (const { name, file } of mutants) {
    try {
      await applyPatch(ROOT, file, 'check');
    } catch (error) {
      broken += 1;
      console.log(`${name}: the patch does not apply\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`);
    }
  }
  console.log(`${mutants.length - broken} of ${mutants.length} patches apply.`);
  return broken === 0 ? EXIT.caught : EXIT.survived;
}

async function carry(mutants: readonly Mutant[], from: string | null): Promise<number> {
  const results = await carryPatches(mutants, { root: ROOT, env: process.env, from });
  for (const [{ name }, outcome] of results) {
    if (outcome.type === 'carried')
      console.log(`${name}: carried from ${outcome.from}; review the patch with git diff`);
    if (outcome.type === 'left')
      console.log(`${name}: the patch was not changed\n  ${outcome.words.replaceAll('\n', '\n  ')}`);
  }
  const count = (type: string) => results.filter(([, outcome]) => outcome.type === type).length;
  console.log(`${count('fits')} patches apply, ${count('carried')} were carried, ${count('left')} need manual work.`);
  return count('left') === 0 ? EXIT.caught : EXIT.survived;
}

function knownOf({ mutant, outcome }: Hunted): [string, KnownSeed][] {
  if (outcome.type !== 'caught') return [];
  const { seed, promise } = outcome.failure;
  if (typeof seed === 'string') return [[mutant.name, { regression: seed, promise }]];
  const options = mutant.options.join(' ');
  return [[mutant.name, { seed, promise, ...(options !== '' && { options }) }]];
}

async function hunt(all: readonly Mutant[], options: Options, interruption: AbortSignal): Promise<number> {
  const mutants = chooseMutants(all, options.only ?? []);
  const known = isSeedsAlone(options) ? null : await readKnownSeeds(ROOT);
  // One for all runs: starting a server takes longer than living a plan.
  const server = await startDatabaseServer();
  // Without it no run comes to an end by itself.
  const loss = new AbortController();
  void server.exited.then(() => loss.abort());
  const signal = AbortSignal.any([interruption, loss.signal]);
  const runs = { clock: systemClock, signal, server: server.address };
  let isLost = false;
  const hunted = await huntAll({
    root: ROOT,
    mutants,
    jobs: options.jobs,
    seeds: options.seeds,
    from: options.from,
    known,
    isKnownAlone: options.known === true,
    verify: createVerify(runs),
    verifyPlans: createVerifyPlans(runs),
    clock: systemClock,
    signal,
    onHunted: (one) => console.log(lineOf(one)),
  }).finally(() => {
    isLost = loss.signal.aborted;
    return server.stop();
  });
  if (isLost && !interruption.aborted)
    throw new MutantError('the database server of the run stopped, so there is no result');
  console.log(`\n${renderMutants(hunted, mutants.length)}`);
  const found = Object.fromEntries(hunted.flatMap(knownOf));
  const names = all.map(({ name }) => name);
  if (options.record) await recordSeeds(ROOT, found, names);
  if (interruption.aborted) return EXIT.interrupted;
  return hunted.every(({ outcome }) => outcome.type === 'caught') ? EXIT.caught : EXIT.survived;
}

async function main(): Promise<number> {
  const options = program.parse().opts<Options>();
  const interruption = new AbortController();
  onEndOfProcess({
    clock: systemClock,
    underNpm: process.env['npm_lifecycle_event'] !== undefined,
    end: () => interruption.abort(),
    endNow: () => process.exit(EXIT.interrupted),
  });
  onOutputClosed(() => interruption.abort());
  try {
    const words = objection(options);
    if (words !== null) throw new MutantError(words);
    const all = await readMutants(ROOT);
    const chosen = chooseMutants(all, options.only ?? []);
    if (options.check) return await check(chosen);
    if (options.carry !== undefined) return await carry(chosen, options.carry === true ? null : options.carry);
    return await hunt(all, options, interruption.signal);
  } catch (error) {
    console.error(error instanceof MutantError ? error.message : error);
    return EXIT.unusable;
  }
}

const code = await main();
// Nothing that hangs on must keep a finished run alive.
systemClock.after(0, () => process.exit(code));
