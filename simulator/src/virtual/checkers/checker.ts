import type { Commit } from '../database/statement-scheduler.ts';
import type { World } from '../world.ts';

/** Watches a run and changes nothing. */
export interface Checker {
  /** The promises that it holds the run to, as behaviour.md numbers them. */
  promises: readonly string[];
  begin(world: World): Watch;
}

export interface Watch {
  /** After each thing that happened: a few instructions. */
  afterStep?(): void;
  /** After a step that committed something. */
  afterCommit?(commits: readonly Commit[]): Promise<void> | void;
  /** When the faults have stopped and the time is over in which all must have come right. */
  atEnd?(): Promise<void> | void;
}

/** A promise that did not hold. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
  /** Its number, as in behaviour.md. */
  readonly promise: string;
  readonly seen: unknown;
  readonly expected: unknown;

  /** `words`: the promise as far as it was broken, in plain words. */
  constructor(promise: string, words: string, found: { seen: unknown; expected: unknown }) {
    super(words);
    this.promise = promise;
    this.seen = found.seen;
    this.expected = found.expected;
  }
}
