import { readKnownSeeds } from '../mutants/known-seeds.ts';
import { ROOT } from '../mutants/prepare-mutant.ts';
import { UsageError, type Options } from './options.ts';
import { readRegressions, type Regression } from './read-and-store-regressions.ts';
import { many } from './report-text.ts';
import { regressionTrial, seedTrial, trialOnly, type Trial } from './trial.ts';

export interface Trials {
  trials: Iterable<Trial>;
  /** How many trials there are. Infinity: they go on until one fails. */
  total: number;
  words: string;
}

function* seedTrials(options: Options, from: number, count: number): Iterable<Trial> {
  for (let seed = from; seed < from + count; seed += 1) yield seedTrial(String(seed), options);
}

function singleTrial({ seed, regression, only, ...size }: Options): Trial {
  let trial: Trial;
  if (seed !== undefined) trial = seedTrial(seed, size);
  else {
    const all = readRegressions();
    const found = all.find(({ name }) => name === regression);
    if (!found)
      throw new UsageError(
        `unknown regression ${regression}; the known regressions are: ${all.map(({ name }) => name).join(', ') || 'none'}`,
      );
    trial = regressionTrial(found);
  }
  try {
    return only ? trialOnly(trial, only) : trial;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The plan of simulator/regressions that is known to catch `mutant`; empty where it is known by a seed, or not at all. */
async function knownPlansOf(mutant: string): Promise<Regression[]> {
  const known = (await readKnownSeeds(ROOT))[mutant];
  return known && 'regression' in known ? readRegressions().filter(({ name }) => name === known.regression) : [];
}

/** The regressions to try before the seeds, and the words that announce them. `isNamed`: the user named the seeds and wants no regressions. */
async function chooseRegressions({ regressions, asMutant }: Options, isNamed: boolean): Promise<[Trial[], string]> {
  if (!(regressions ?? !isNamed)) return [[], ''];
  const isKnown = asMutant !== undefined && regressions === undefined;
  const trials = (isKnown ? await knownPlansOf(asMutant) : readRegressions()).map(regressionTrial);
  if (isKnown)
    return [trials, trials.map(({ title }) => `; before them, ${title}, which is known to catch this mutant`).join('')];
  return [trials, trials.length > 0 ? `, and ${many(trials.length, 'regression')}` : ''];
}

/** The trials that `options` ask for. `isFromGiven`: the user typed the first seed. Throws a `UsageError`. */
export async function chooseTrials(
  options: Options,
  { isFromGiven, freshSeed }: { isFromGiven: boolean; freshSeed(): number },
): Promise<Trials> {
  const { hours, kiosks, nodes, fresh, untilFailure } = options;
  const size = `${hours} h, ${many(kiosks, 'kiosk')}, ${many(nodes, 'node')}`;
  if (options.seed !== undefined || options.regression !== undefined) {
    const trial = singleTrial(options);
    return { trials: [trial], total: 1, words: trial.kind === 'seed' ? `${trial.title}: ${size}` : trial.title };
  }
  const isNamed = isFromGiven || fresh === true || untilFailure === true;
  const [regressions, also] = await chooseRegressions(options, isNamed);
  if (options.regressions)
    return { trials: regressions, total: regressions.length, words: many(regressions.length, 'regression') };
  const from = fresh ? freshSeed() : options.from;
  const count = untilFailure ? Infinity : options.seeds;
  const range = untilFailure
    ? `seeds from ${from} on`
    : `seeds ${from} to ${from + count - 1} (${count.toLocaleString('en')})`;
  const again = fresh ? ` (again: --from ${from} --seeds ${untilFailure ? '…' : count})` : '';
  return {
    trials: (function* () {
      yield* regressions;
      yield* seedTrials(options, from, count);
    })(),
    total: regressions.length + count,
    words: `${range}: ${size}${also}${again}`,
  };
}
