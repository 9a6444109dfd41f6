import { createHash } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { promises as fs, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One process for each data folder: two would write over each other's memory. The lock is a socket that the process listens on, because the system takes
 * it away with the process: a process that was killed, or a number that another process has today, locks nothing.
 */
export interface FolderLock {
  release(): Promise<void>;
}

/** `sun_path` has 104 bytes on the smallest system, with a zero at its end. */
const PATH_BYTES = 103;

function addressOf(folder: string): string {
  const real = realpathSync(folder);
  const name = `sign-display-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inside = join(real, 'lock.sock');
  return Buffer.byteLength(inside) <= PATH_BYTES ? inside : join(tmpdir(), `${name}.sock`);
}

const listen = (address: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => {
      // The lock alone keeps no process alive.
      server.unref();
      resolve(server);
    });
  });

/** Whether somebody listens; a refusal means that whoever did is gone. */
const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });

/** The lock of `folder`, which exists; null where another process holds it. Rejects where sockets can't be made there. */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const address = addressOf(folder);
  // Windows says of a pipe that another process has that it may not be opened; elsewhere that is a folder that may not be written to.
  const taken = process.platform === 'win32' ? ['EADDRINUSE', 'EACCES'] : ['EADDRINUSE'];
  const attempt = (): Promise<Server | null> =>
    listen(address).catch((error: NodeJS.ErrnoException) => {
      if (taken.includes(error.code ?? '')) return null;
      throw error;
    });
  let server = await attempt();
  if (server === null && process.platform !== 'win32' && !(await isAnswered(address))) {
    await fs.unlink(address).catch(() => {});
    server = await attempt();
  }
  if (server === null) return null;
  const held = server;
  return { release: () => new Promise((resolve) => held.close(() => resolve())) };
}
