import { BrokenPromise, type Checker } from '../virtual/checkers/checker.ts';
import { serveLives } from '../verify/serve-lives.ts';

/** A worker of `sim:verify` for tests. Its only checker breaks a promise at the first request of a person. */

const promise = 'C3';

const nobodyAsks: Checker = {
  promises: [promise],
  begin(world) {
    world.onAsked(() => {
      throw new BrokenPromise(promise, 'somebody asked for something', { seen: 1, expected: 0n });
    });
    return {};
  },
};

serveLives({ checkers: [nobodyAsks] });
