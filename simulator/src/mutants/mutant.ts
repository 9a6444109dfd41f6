import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A mutant: a small bug that a colleague could make, as a patch. `simulator/mutants/NAME.patch` is a unified diff below a header:
 *
 *     Title: an acknowledgement counts whatever its claimToken
 *     Promise: C2
 *     Options: --nodes 1
 *
 *     Why somebody might write that, and what comes of it.
 *
 *     diff --git a/backend/… b/backend/…
 */
export interface Mutant {
  name: string;
  /** The bug in words. */
  title: string;
  /** Which promises are expected to catch it (docs/spec/behaviour.md). */
  promises: readonly string[];
  /** What `sim:verify` needs to come across it, beside its defaults. */
  options: readonly string[];
  /** The patch's path. */
  file: string;
}

/** What the user of `sim:mutants` can put right: told in its own words. */
export class MutantError extends Error {
  override name = 'MutantError';
}

export const MUTANTS_FOLDER = 'simulator/mutants';
const ENDING = '.patch';
const KEYS = ['Title', 'Promise', 'Options'] as const;
type Key = (typeof KEYS)[number];

const isKey = (key: string | undefined): key is Key => (KEYS as readonly string[]).includes(key ?? '');
const wordsOf = (text: string | undefined, separator: RegExp): string[] =>
  (text ?? '').split(separator).filter((word) => word !== '');

/** Reads the header of a patch. Throws a `MutantError` that says what is wrong with it. */
export function parseMutant(name: string, text: string, file: string): Mutant {
  const wrong = (words: string) => new MutantError(`${name}${ENDING}: ${words}`);
  const head = new Map<Key, string>();
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf('');
  for (const line of lines.slice(0, end)) {
    const [, key, value] = /^(\w+): +(.+)$/.exec(line) ?? [];
    if (!isKey(key) || head.has(key))
      throw wrong(`its header has "${line}"; it may have ${KEYS.join(', ')}, each once`);
    head.set(key, value!.trim());
  }
  const title = head.get('Title');
  const promises = wordsOf(head.get('Promise'), /, */);
  if (title === undefined || promises.length === 0) throw wrong('its header needs a Title and a Promise');
  if (!lines.some((line) => line.startsWith('diff --git '))) throw wrong('there is no diff in it');
  return { name, title, promises, options: wordsOf(head.get('Options'), /\s+/), file };
}

/** All mutants of the tree at `root`, by name. Throws a `MutantError`. */
export async function readMutants(root: string): Promise<Mutant[]> {
  const folder = join(root, MUTANTS_FOLDER);
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return parseMutant(name.slice(0, -ENDING.length), await readFile(file, 'utf8'), file);
    }),
  );
}

/** The mutants of these names, in the order of `all`; all of them where none is named. Throws a `MutantError` at a name that none has. */
export function chooseMutants(all: readonly Mutant[], names: readonly string[]): Mutant[] {
  const unknown = names.filter((name) => !all.some((mutant) => mutant.name === name));
  if (unknown.length > 0)
    throw new MutantError(
      `Unknown mutant ${unknown.join(', ')}. The known mutants are: ${all.map(({ name }) => name).join(', ')}`,
    );
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}
