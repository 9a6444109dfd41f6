import type { App } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { restartArguments, failedBefore } from './restart-arguments.ts';
import { EXIT, STARTER_VARIABLE } from './exit-codes.ts';
import { delayAfter, failuresNow } from './restart-delay.ts';

/** Exits this process with that code. */
export type Exit = (code: number) => void;

/**
 * The first exit code wins: an exit closes the windows, and with `--windowed` a closed window requests another exit.
 */
export function createExit(app: Pick<App, 'exit'>): Exit {
  let isExiting = false;
  return (code) => {
    if (isExiting) return;
    isExiting = true;
    app.exit(code);
  };
}

/** Ends this process and brings up another one: by the starter where there is one, so that whoever ends the starter ends the new one too. */
export interface StartAgain {
  now(): void;
  /** After a failure: the sooner it fails again, the later. */
  later(): void;
}

export function createStartAgain(
  app: Pick<App, 'relaunch'>,
  exit: Exit,
  clock: Clock,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StartAgain {
  const hasStarter = env[STARTER_VARIABLE] !== undefined;
  function again(failures: number): void {
    if (hasStarter) return exit(failures === 0 ? EXIT.again : EXIT.failed);
    app.relaunch({ args: restartArguments(argv, failures) });
    exit(EXIT.ended);
  }
  return {
    now: () => again(0),
    later() {
      // Counted from the start of this process.
      const failures = failuresNow(failedBefore(argv), clock.monotonicMs());
      // The starter waits by itself.
      clock.after(hasStarter ? 0 : delayAfter(failures), () => again(failures));
    },
  };
}

/** Resolves when the work has ended, well or not, or its time is over. */
export function within(clock: Clock, mostMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(mostMs, resolve);
    const done = (): void => {
      cancel();
      resolve();
    };
    work.then(done, done);
  });
}
