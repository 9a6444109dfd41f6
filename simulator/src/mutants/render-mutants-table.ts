import Table from 'cli-table3';
import type { Outcome } from './seed-search.ts';
import type { Mutant } from './mutant.ts';

export interface Hunted {
  mutant: Mutant;
  outcome: Outcome;
  seconds: number;
}

const plain = { style: { head: [], border: [], compact: true } };

const VERDICTS: Record<Exclude<Outcome['type'], 'caught'>, string> = {
  survived: 'SURVIVED',
  not_applying: 'PATCH DOES NOT APPLY',
  no_verdict: 'NO VERDICT',
};

/** The promise that caught it, with those that were expected to where it is another. */
function caughtBy({ mutant, outcome }: Pick<Hunted, 'mutant' | 'outcome'>): string {
  if (outcome.type !== 'caught') return VERDICTS[outcome.type];
  const { promise } = outcome.failure;
  return mutant.promises.includes(promise) ? promise : `${promise} (expected ${mutant.promises.join(', ')})`;
}

const seedsOf = (outcome: Outcome): string => ('seeds' in outcome ? String(outcome.seeds) : '–');

/** A line for the time that it takes. */
export function lineOf(hunted: Hunted): string {
  const { mutant, outcome, seconds } = hunted;
  const { seed = null } = outcome.type === 'caught' ? outcome.failure : {};
  const at = seed === null ? '' : typeof seed === 'number' ? `, seed ${seed}` : `, plan ${seed}`;
  return `${mutant.name}: ${caughtBy(hunted)}${at} (${seconds.toFixed(1)} s)`;
}

/** All of it as a person reads it in a terminal. `count`: so many were to be hunted. */
export function renderMutants(hunted: readonly Hunted[], count: number): string {
  const table = new Table({
    head: ['mutant', 'what it does', 'caught by', 'seed or plan', 'seeds', 'seconds'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right'],
    ...plain,
  });
  for (const one of hunted) {
    const { mutant, outcome, seconds } = one;
    const seed = outcome.type === 'caught' ? String(outcome.failure.seed) : '–';
    table.push([mutant.name, mutant.title, caughtBy(one), seed, seedsOf(outcome), seconds.toFixed(1)]);
  }
  const caught = hunted.filter(({ outcome }) => outcome.type === 'caught');
  const details = hunted.flatMap(({ mutant, outcome }) => {
    const words = 'words' in outcome ? outcome.words : undefined;
    return words === undefined ? [] : ['', `${mutant.name}:`, ...words.split('\n').map((line) => `  ${line}`)];
  });
  const rest = count > hunted.length ? ` Interrupted: ${count - hunted.length} were not tried to the end.` : '';
  return [table.toString(), ...details, '', `${caught.length} of ${hunted.length} mutants caught.${rest}`].join('\n');
}
