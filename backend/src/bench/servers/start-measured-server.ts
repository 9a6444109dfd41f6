import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServerKind } from '../figures/figures.ts';
import { onEnd } from '../benchmark-cleanup.bench.ts';
import { pinnedTo, type Cores } from './assign-cores.ts';
import type { Fleet } from './prepare-fleet-database.bench.ts';
import { startMosquitto } from './start-mosquitto.ts';
import type { Running } from './running-server-type.ts';
import type { Watched, WatchOrder } from './explain-event-loop-stalls.ts';

/** The servers that are measured, each in a process of its own on the server's core. */

export interface ServerPlan {
  cores: Cores | null;
  fleet: Fleet;
  /** Lets its garbage be collected, for counting memory: elsewhere it would hide what collections cost. */
  withGc?: boolean;
}

export const ROOT = join(import.meta.dirname, '../../../..');

/** What `npm start` gives Node, all of it. The other servers run on Node's defaults. */
export async function flagsOfStart(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1, -1);
}

function watchOf(child: ChildProcess): NonNullable<Running['watch']> {
  const order = (what: WatchOrder): void => void child.send(what);
  return {
    async collect() {
      order({ watch: 'collect' });
      await once(child, 'message');
    },
    sample: () => order({ watch: 'sample' }),
    begin: () => order({ watch: 'begin' }),
    async end() {
      order({ watch: 'end' });
      return ((await once(child, 'message')) as [Watched])[0];
    },
    tell: (payload) => void child.send({ tell: payload }),
  };
}

async function startNode(kind: ServerKind, { cores, fleet, withGc }: ServerPlan): Promise<Running> {
  const script =
    kind === 'ours'
      ? [
          ...(await flagsOfStart()),
          '--import',
          join(import.meta.dirname, 'event-loop-monitor.bench.ts'),
          'backend/src/main.ts',
        ]
      : [
          '--import',
          join(import.meta.dirname, 'event-loop-monitor.bench.ts'),
          join(import.meta.dirname, 'serve-bare-heartbeats.bench.ts'),
          kind,
        ];
  const [command, ...args] = [
    ...pinnedTo(cores?.server),
    process.execPath,
    ...(withGc ? ['--expose-gc'] : []),
    ...script,
  ];
  const child = spawn(command!, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...fleet.environment },
  });
  let said = '';
  const exited = once(child, 'exit');
  let isWanted = true;
  // Before it listens, too: a benchmark may be broken off in that very moment.
  const stopped = onEnd(stop);
  async function stop(): Promise<void> {
    isWanted = false;
    stopped();
    child.kill('SIGTERM');
    await exited;
  }
  child.stderr!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const url = Promise.withResolvers<string>();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    // The service says its address in its line "ready" alone.
    const address = /"url":"([^"]+)"/.exec(line)?.[1];
    if (address !== undefined) url.resolve(address);
    else said = `${said}${line}\n`.slice(-4_000);
  });
  const ended = exited.then((): never => {
    const error = new Error(`${kind} exited ${isWanted ? 'unexpectedly' : 'as requested'}:\n${said}`);
    url.reject(error);
    throw error;
  });
  ended.catch(() => {});
  return {
    kind,
    pid: child.pid!,
    url: await url.promise,
    ended,
    watch: watchOf(child),
    stop,
  };
}

export const startServer = (kind: ServerKind, plan: ServerPlan): Promise<Running> =>
  kind === 'mosquitto' ? startMosquitto(plan.cores, plan.fleet.folder) : startNode(kind, plan);
