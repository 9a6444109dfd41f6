import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { removeLeftOvers } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { systemClock } from './system-clock.ts';

/** A backend of the run's own: a child process with an embedded database in a folder that exists for it alone. */
export interface BackendProcess {
  url: string;
  metricsUrl: string;
  /** Holds its data folder and its log. */
  folder: string;
  dataFolder: string;
  /** What it has logged at level error or above, the first few lines. */
  errors(): readonly string[];
  /** Set as soon as the process has ended, whoever wanted it. */
  exited(): { code: number | null; signal: NodeJS.Signals | null } | null;
  /** Fires when it has ended, unless by `crash`. */
  gone: AbortSignal;
  /** Kills it without a word (SIGKILL), its database server left to itself. */
  crash(): Promise<void>;
  /** After `crash`: starts it again over the same data, at the same addresses. Throws a `BackendStartError`. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
  removeFolder(): Promise<void>;
}

/** It did not come up, with its own last words. */
export class BackendStartError extends Error {
  override name = 'BackendStartError';
}

const MAIN = fileURLToPath(new URL('../../../backend/src/main.ts', import.meta.url));
/** The first start makes a database cluster: seconds, on a bad day half a minute. */
const START_WITHIN_MS = 60_000;
/** The service drains within 10 s (contract, section 6); what still runs after this is killed. */
const STOP_WITHIN_MS = 15_000;
const PINO_ERROR = 50;
const ERRORS_KEPT = 20;
/** What the child may see of our environment: never a DATABASE_URL or a limit that happens to be set around us. */
const INHERITED = /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|NODE_COMPILE_CACHE|npm_\w+)$/i;

/** Where the backend says DATA_DIR, that is no setting of the simulator's user: the folder is among the temporary files. */
function tellWhy(lastWords: string[]): string {
  const words = lastWords.join('\n  ') || '(nothing)';
  const advice = words.includes('DATA_DIR')
    ? `\nIts data is in a temporary folder of the run's own, so for DATA_DIR read TMPDIR (it is ${tmpdir()} here).`
    : '';
  return `the backend did not start; it said:\n  ${words}${advice}`;
}

/** Removes the folders of runs that were killed: those whose names are `folderPrefix` and the run's process id. */
export const removeFoldersOfKilled = (folderPrefix: string): Promise<void> => removeLeftOvers(tmpdir(), folderPrefix);

/**
 * Starts the backend of this repository with `settings` (contract, section 6) over its defaults. `start`: what stands before Node on its command line
 * (`taskset`), and what Node itself is told; `folderPrefix`: how the name of its folder begins; `kill`: fires when it is to end without a word. It takes a free port where `settings` has no PORT. Throws a
 * `BackendStartError`.
 */
export async function startBackend(
  environment: Record<string, string | undefined>,
  settings: Record<string, string>,
  start: {
    before?: readonly string[];
    nodeOptions?: readonly string[];
    folderPrefix?: string;
    kill?: AbortSignal;
  } = {},
): Promise<BackendProcess> {
  const { before = [], nodeOptions = [], folderPrefix = 'sign-display-simulation-' } = start;
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  // The embedded server may run as another user, who has to get through to its data.
  await chmod(folder, 0o755);
  const dataFolder = join(folder, 'data');
  const inherited = Object.fromEntries(Object.entries(environment).filter(([name]) => INHERITED.test(name)));
  const logFile = createWriteStream(join(folder, 'backend.log'));
  const errors: string[] = [];
  const gone = new AbortController();
  let exit: ReturnType<BackendProcess['exited']> = null;

  function launch(ports: { PORT: string; METRICS_PORT: string }): Launched {
    const [program = process.execPath, ...rest] = [...before, process.execPath, ...nodeOptions, MAIN];
    const child = spawn(program, rest, {
      // npm's variable makes the backend watch for our end, also where we are killed without a word (contract, section 6).
      env: { ...inherited, npm_lifecycle_event: 'sim', ...settings, DATA_DIR: dataFolder, ...ports },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that Ctrl-C reaches us alone and the backend ends when we are done with it.
      detached: true,
    });
    const launched: Launched = {
      child,
      isCrashing: false,
      ended: Promise.resolve(),
      ready: Promise.resolve(null),
      lastWords: [],
    };
    const kill = () => void child.kill('SIGKILL');
    if (start.kill?.aborted) kill();
    else start.kill?.addEventListener('abort', kill, { once: true });
    launched.ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', (code, signal) => {
        if (!launched.isCrashing) {
          exit = { code, signal };
          gone.abort();
        }
        resolve();
      });
    });
    child.stdout.pipe(logFile, { end: false });
    child.stderr.pipe(logFile, { end: false });
    const ready = Promise.withResolvers<Addresses>();
    const read = (line: string): void => {
      if (launched.lastWords.push(line) > ERRORS_KEPT) launched.lastWords.shift();
      const entry = parseLine(line);
      if (typeof entry?.url === 'string' && typeof entry.metricsUrl === 'string')
        ready.resolve({ url: entry.url, metricsUrl: entry.metricsUrl });
      if (typeof entry?.level === 'number' && entry.level >= PINO_ERROR && errors.length < ERRORS_KEPT)
        errors.push(line);
    };
    createInterface(child.stdout).on('line', read);
    createInterface(child.stderr).on('line', read);
    const tooLate = Promise.withResolvers<null>();
    const cancel = systemClock.after(START_WITHIN_MS, () => tooLate.resolve(null));
    launched.ready = Promise.race([ready.promise, launched.ended.then(() => null), tooLate.promise]).finally(cancel);
    return launched;
  }

  let running = launch({ PORT: settings['PORT'] ?? '0', METRICS_PORT: '0' });

  async function stop(): Promise<void> {
    const { child, ended } = running;
    if (exit === null && !running.isCrashing) child.kill('SIGTERM');
    const cancel = systemClock.after(STOP_WITHIN_MS, () => child.kill('SIGKILL'));
    await ended;
    cancel();
    logFile.end();
  }

  const addresses = await running.ready;
  if (addresses === null) {
    await stop();
    await rm(folder, { recursive: true, force: true });
    throw new BackendStartError(tellWhy(running.lastWords));
  }
  return {
    ...addresses,
    folder,
    dataFolder,
    errors: () => errors,
    exited: () => exit,
    gone: gone.signal,
    async crash() {
      running.isCrashing = true;
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async startAgain() {
      running = launch({ PORT: portOf(addresses.url), METRICS_PORT: portOf(addresses.metricsUrl) });
      if ((await running.ready) === null) throw new BackendStartError(tellWhy(running.lastWords));
    },
    stop,
    removeFolder: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Addresses {
  url: string;
  metricsUrl: string;
}

/** One process of the backend. */
interface Launched {
  child: ChildProcessByStdio<null, Readable, Readable>;
  isCrashing: boolean;
  ended: Promise<void>;
  /** Null: it did not come up. */
  ready: Promise<Addresses | null>;
  lastWords: string[];
}

const portOf = (url: string): string => new URL(url).port;

function parseLine(line: string): { url?: unknown; metricsUrl?: unknown; level?: unknown } | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
