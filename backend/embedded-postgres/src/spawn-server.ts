import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { resolvesWithin } from './adapters/machine-time.ts';
import { spawnOptions, type RunAs } from './run-program.ts';

type Tell = (fields: Record<string, unknown>, message: string) => void;

/** Where the server's lines and a failed stop are told: fixed messages, variables as fields. A logger of pino fits. */
export type Log = Record<'debug' | 'warn' | 'error', Tell>;

/** How a server ended: an exit code, or the signal that ended it. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * Runs in the server's place until the `exec`, which keeps the pid. Before, it leaves behind a watchdog, as nobody's child: it reads
 * descriptor 3, a pipe whose other end only our process holds. The end of the file means that our process is gone, however it
 * went, and the server is told to shut down; a line means that the server is gone and there is nothing left to watch. So there is no
 * instant in which a server runs without its watchdog.
 */
const SCRIPT = `((read -r _ <&3 || kill -INT $$) >/dev/null 2>&1 &); exec "$@" 3<&-`;

/** An orderly stop takes some 50 ms; a server that is still there after this long is ended the hard way, and recovers at its next start. */
const FAST_STOP_MS = 3_000;
const IMMEDIATE_STOP_MS = 1_000;
const LAST_WORDS = 20;

const SERIOUS = /^(WARNING|FATAL|PANIC):/;

/** Hands the server's lines to the log. The connections refused while it starts or stops are part of that, not an incident. */
function follow(child: ChildProcess, log: Log | undefined, onLine: (line: string) => void): void {
  const lines = createInterface({ input: child.stderr! });
  lines.on('line', (line) => {
    const level = SERIOUS.test(line) && !/the database system is (starting|shutting)/.test(line) ? 'warn' : 'debug';
    log?.[level]({ line }, 'postgres');
    onLine(line);
  });
}

/**
 * Starts `postgres` with `args`. It lives in a session of its own, so that Ctrl-C in our terminal doesn't reach it (it is stopped
 * by us, after the last request). Once it is ready it doesn't keep our process alive.
 *
 * `exited` resolves when the process is gone, asked or not, and never rejects; `ready` with null once it takes connections, or with its last words when
 * it ended before. `stop` ends it, and resolves when it is gone.
 */
export function spawnServer(as: RunAs, postgres: string, args: string[], log?: Log) {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'postgres', postgres, ...args], {
    ...spawnOptions(as),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const lifeline = child.stdio[3] as Writable;
  lifeline.on('error', () => {});
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  void exited.then(() => lifeline.end('\n'));

  const lastWords: string[] = [];
  const ready = new Promise<string | null>((resolve) => {
    follow(child, log, (line) => {
      if (lastWords.push(line) > LAST_WORDS) lastWords.shift();
      if (line.includes('database system is ready to accept connections')) resolve(null);
    });
    child.once('error', (error) => resolve(error.message));
    // Not at `exit`: the last lines may still be in the pipe.
    child.once('close', () => resolve(lastWords.join('\n')));
  });
  const handles = [child, child.stderr, lifeline] as unknown as { unref(): void }[];
  void ready.then(() => handles.forEach((handle) => handle.unref()));

  const stop = async () => {
    child.ref();
    child.kill('SIGINT');
    if (await resolvesWithin(exited, FAST_STOP_MS)) return;
    child.kill('SIGQUIT');
    if (await resolvesWithin(exited, IMMEDIATE_STOP_MS)) return;
    log?.error({ pid: child.pid }, 'Postgres did not stop, killing it');
    child.kill('SIGKILL');
    await exited;
  };
  return { pid: child.pid ?? 0, exited, ready, stop };
}
