import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { CoverageRow } from './coverage-sum.ts';
import { UsageError } from './options.ts';
import type { Outcome } from './run-and-count-trials.ts';

/** What `--json` writes beside the outcome. */
interface Told {
  /** Every promise held, and everything happened that had to. */
  ok: boolean;
  rows: readonly CoverageRow[];
  /** What had to happen and never did. */
  uncovered: readonly string[];
  seconds: number;
  /** The commands that replay the failures, in the order of the failures. */
  commands: readonly string[];
}

function withFile(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${(error as Error).message}`);
  }
}

/** Creates the file, or empties it, so that a path that can't be written is refused before hours of work. Throws a `UsageError`. */
export const beginResult = (file: string): void => withFile(file, () => closeSync(openSync(file, 'w')));

/** Writes the result of a run. Throws a `UsageError` where the file can't be written. */
export function writeResult(file: string, outcome: Outcome, { rows, commands, ...told }: Told): void {
  const { broken, seeds: seedsRun, hash, regressionsHash, hashes } = outcome;
  const failures = broken.map(({ trial, failure }, index) => {
    const { promise, words, seen, expected, atMs, last } = failure;
    return { kind: trial.kind, seed: trial.seed, promise, words, seen, expected, atMs, last, command: commands[index] };
  });
  const result = {
    ...told,
    seedsRun,
    failures,
    hash,
    regressionsHash,
    hashes: Object.fromEntries(hashes.seed),
    regressionHashes: Object.fromEntries(hashes.regression),
    coverage: Object.fromEntries(rows.map(({ what, hits, seeds }) => [what, { hits, seeds }])),
  };
  withFile(file, () => writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`));
}
