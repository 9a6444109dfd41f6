import type { ChildProcess } from 'node:child_process';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { EXIT } from '../exit-codes.ts';
import { delayAfter, failuresNow } from '../restart-delay.ts';

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Listens for a signal to this process. */
export type OnSignal = (signal: NodeJS.Signals, listener: () => void) => void;

/**
 * Runs the app until it exits for good. Restarts it if it asks for that, or if a signal ended it (a crash of Electron,
 * out of memory): a sign must not stay dark. `onSignal`: reports a signal to this process, which then also ends the
 * running app. Resolves with the exit code; rejects if a process can't be started.
 */
export async function superviseApp(start: () => ChildProcess, clock: Clock, onSignal: OnSignal): Promise<number> {
  let isEnding = false;
  let endNow: (signal: NodeJS.Signals) => void = () => {};
  const end = (signal: NodeJS.Signals): void => {
    isEnding = true;
    endNow(signal);
  };
  for (const signal of SIGNALS) onSignal(signal, () => end(signal));
  for (let failures = 0; ;) {
    const startedMs = clock.monotonicMs();
    const child = start();
    endNow = (signal) => child.kill(signal);
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (own) => resolve(own ?? EXIT.failed));
    });
    const isAgain = code === EXIT.again || code === EXIT.failed;
    if (isEnding) return isAgain ? EXIT.ended : code;
    if (!isAgain) return code;
    failures = code === EXIT.again ? 0 : failuresNow(failures, clock.monotonicMs() - startedMs);
    if (failures > 0)
      await new Promise<void>((resolve) => {
        const cancel = clock.after(delayAfter(failures), resolve);
        endNow = () => {
          cancel();
          resolve();
        };
      });
    if (isEnding) return EXIT.ended;
  }
}
