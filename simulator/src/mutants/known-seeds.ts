import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import * as Value from 'typebox/value';
import { MUTANTS_FOLDER, MutantError } from './mutant.ts';

/** The seed that caught a mutant, with what `sim:verify` was told beside it; or a plan of simulator/regressions that does, in a few minutes of life. */
const KnownSeed = Type.Union([
  Type.Object(
    { seed: Type.Integer({ minimum: 0 }), promise: Type.String(), options: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  Type.Object({ regression: Type.String({ minLength: 1 }), promise: Type.String() }, { additionalProperties: false }),
]);
export type KnownSeed = Static<typeof KnownSeed>;

const KnownSeeds = Type.Record(Type.String(), KnownSeed);

const fileIn = (root: string): string => join(root, MUTANTS_FOLDER, 'known-seeds.json');

/** By mutant. Throws a `MutantError` where the file is not what it should be. */
export async function readKnownSeeds(root: string): Promise<Record<string, KnownSeed>> {
  const text = await readFile(fileIn(root), 'utf8').catch(() => '{}');
  try {
    return Value.Parse(KnownSeeds, JSON.parse(text));
  } catch (error) {
    throw new MutantError(`${fileIn(root)} can't be read: ${(error as Error).message}`);
  }
}

/**
 * Writes `found` over what was known of the same mutants, and drops what is known of others than `names`. A plan stays where a seed was found: it was
 * written by hand, and means the same after each change of the simulator.
 */
export async function recordSeeds(
  root: string,
  found: Record<string, KnownSeed>,
  names: readonly string[],
): Promise<void> {
  const known = await readKnownSeeds(root);
  const isPlan = (name: string, { [name]: one }: Record<string, KnownSeed>): boolean =>
    one !== undefined && 'regression' in one;
  const kept = Object.entries(found).filter(([name]) => isPlan(name, found) || !isPlan(name, known));
  const all = Object.entries({ ...known, ...Object.fromEntries(kept) })
    .filter(([name]) => names.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(fileIn(root), `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
