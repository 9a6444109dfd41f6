import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { CoverageRow } from './coverage-sum.ts';
import { UsageError } from './options.ts';
import type { Outcome } from './verify.ts';

/** What `--json` writes, beside the outcome itself. */
interface Told {
  /** Every promise held, and all that must happen did. */
  ok: boolean;
  rows: readonly CoverageRow[];
  /** What must have happened and never did. */
  uncovered: readonly string[];
  seconds: number;
  /** How each failure is seen again, in their order. */
  commands: readonly string[];
}

function withFile(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${(error as Error).message}`);
  }
}

/** Makes the file, or makes it empty: before hours go into what shall be in it. Throws a `UsageError`. */
export const beginResult = (file: string): void => withFile(file, () => closeSync(openSync(file, 'w')));

/** Throws a `UsageError`. */
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
