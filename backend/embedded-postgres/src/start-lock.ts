import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname } from 'node:path';

/**
 * One start at a time on a cluster: of two that judge the same stale lock file at once, the later would remove the file that the earlier one's
 * server has just written, and both servers would run. The system takes this lock away with our process, so none can be stale.
 */
export interface StartLock {
  release(): Promise<void>;
}

/** Linux: a socket with an abstract name, which is no file. It does not keep our process alive. */
async function listenAt(name: string): Promise<StartLock | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  const listening = new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ path: `\0${name}` }, () => resolve(true));
  });
  if (!(await listening)) return null;
  return { release: () => new Promise((resolve) => void server.close(() => resolve())) };
}

/** macOS: opening takes the file's lock. Node has no name for these flags. */
const O_NONBLOCK = 0x4;
const O_EXLOCK = 0x20;

async function openLocked(file: string): Promise<StartLock | null> {
  const flags = constants.O_RDWR | constants.O_CREAT | O_NONBLOCK | O_EXLOCK;
  const handle = await open(file, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EAGAIN') return null;
    throw error;
  });
  return handle && { release: () => handle.close() };
}

/** `cluster`'s lock; null where another start holds it. The folder above exists. */
export async function lockStart(cluster: string): Promise<StartLock | null> {
  if (process.platform !== 'linux') return openLocked(`${cluster}.start-lock`);
  // Whatever path leads to it.
  const { dev, ino } = await stat(dirname(cluster));
  return listenAt(`sign-display-start-${dev}-${ino}-${basename(cluster)}`);
}
