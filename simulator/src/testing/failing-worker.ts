import { BrokenPromise, type Checker } from '../virtual/checkers/checker.ts';
import { runInWorker } from '../verify/run-plans-in-worker.ts';

/** A worker of `sim:verify` for tests. Its only checker breaks a promise when a person first asks for a change; each life's last look only reads. */

const promise = 'C3';

const nobodyAsks: Checker = {
  promises: [promise],
  begin(world) {
    world.onAsked(({ request }) => {
      if (request.method === 'GET') return;
      throw new BrokenPromise(promise, 'somebody asked for something', { seen: 1, expected: 0n });
    });
    return {};
  },
};

runInWorker({ checkers: [nobodyAsks] });
