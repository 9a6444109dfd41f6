import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startDisplay, type TestDisplay } from '../testing/display.ts';
import { openMachine, type KioskMachine } from '../testing/kiosk.ts';

/** An app without a driver, on a display and a machine of its own. */
export interface MeasuredApp {
  /** Of its main process. */
  pid: number;
  display: TestDisplay;
  /** Throws where it has ended. */
  mustRun(): void;
  remove(): Promise<void>;
}

/** What must be ended, in the order in which it was begun. */
export function createEnds() {
  const ends: (() => unknown)[] = [];
  return {
    later: (end: () => unknown): void => void ends.push(end),
    async all(): Promise<void> {
      for (const end of ends.splice(0).toReversed()) await end();
    },
  };
}

const BARE = join(import.meta.dirname, 'bare-app.cjs');
/** The smallest app with that page. `electron`: the path of the program. */
export const startBare = (electron: string, url: string): Promise<MeasuredApp> =>
  startMeasured(null, electron, (machine) => machine.runOther(BARE, url));

/** `run`: starts the app on that machine. */
export async function startMeasured(
  server: string | null,
  electron: string,
  run: (machine: KioskMachine) => ChildProcess,
): Promise<MeasuredApp> {
  const ends = createEnds();
  try {
    const display = await startDisplay();
    ends.later(() => display.stop());
    const machine = await openMachine(display.name, server, { electron });
    ends.later(() => machine.remove());
    const child = run(machine);
    const last = lastWords(child);
    ends.later(() => end(child));
    return {
      pid: child.pid!,
      display,
      mustRun() {
        if (hasEnded(child))
          throw new Error(`the app exited unexpectedly (${child.exitCode ?? child.signalCode}): ${last()}`);
      },
      remove: () => ends.all(),
    };
  } catch (error) {
    await ends.all();
    throw error;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Ends the app as the system would. */
async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

const WORDS_MOST = 2_000;
/** Returns what tells the last that the app complained of. */
function lastWords(child: ChildProcess): () => string {
  let words = '';
  child.stdout!.resume();
  child.stderr!.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-WORDS_MOST)));
  return () => words;
}
