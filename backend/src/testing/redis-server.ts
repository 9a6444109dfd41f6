import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { findOutsideProgram } from './outside-programs.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';

/** A real Redis server of a test's own, which it may kill, stop and start again at the same address. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** It hangs: connections stay and nothing answers. */
  hang(): void;
  goOn(): void;
  remove(): Promise<void>;
}

export const redisProgram = findOutsideProgram('redis-server');

/**
 * A port that stays free while nobody listens there: below those that systems give to outgoing connections and to whoever listens on 0. A
 * connection that is tried again and again to one of those may even get it as its own, and reach itself.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export async function createRedisServer(): Promise<RedisServer> {
  const binary = redisProgram.path();
  const folder = await makeTemporaryFolder();
  const port = await findFreePort();
  let child: ChildProcess | null = null;

  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder.path,
    '--save',
    '',
    '--appendonly',
    'no',
  ];

  const kill = async (): Promise<void> => {
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    child = null;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const started = spawn(binary, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
        createInterface({ input: started.stdout }).on('line', (line) => {
          if (line.includes('Ready to accept connections')) resolve();
        });
      });
    },
    kill,
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async remove() {
      child?.kill('SIGCONT');
      await kill();
      await folder.remove();
    },
  };
}
