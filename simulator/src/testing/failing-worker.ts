import { BrokenPromise, type Checker } from '../virtual/checkers/checker.ts';
import { serveLives } from '../virtual/verify/serve-lives.ts';

/** A worker of `sim:verify` for tests of what comes of a broken promise: its one checker takes a second deed for one. */

const DEEDS = 2;
const promise = 'C3';

const noSecondDeed: Checker = {
  promises: [promise],
  begin: ({ coverage }) => ({
    afterStep() {
      const deeds = Object.entries(coverage.counts()).filter(([what]) => what.startsWith('deed '));
      const count = deeds.reduce((sum, [, hits]) => sum + hits, 0);
      if (count >= DEEDS)
        throw new BrokenPromise(promise, 'somebody did something twice', { seen: count, expected: 1n });
    },
  }),
};

serveLives([noSecondDeed]);
