import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

/** A real file system of a few megabytes, for what happens when it is full. Only root may mount one. */
export interface SmallDisk {
  path: string;
  /** Fills it to the last byte. */
  fill(): void;
  /** Gives the filled bytes back. */
  free(): void;
  remove(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
  chmodSync(path, 0o755);
  const filler = join(path, 'filler');
  const bytesFree = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let left = bytesFree(); left > 0; left = bytesFree())
          writeSync(file, Buffer.alloc(Math.min(left, 16 * 1024 * 1024)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}

const tryMount = (): boolean => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
};

export const canMount = tryMount();

/** For the title of what needs it. Where the checks of a change run (`CI_REQUIRES_PROGRAMS=1`) nothing is skipped. */
export const mountMayBeSkipped = !canMount && process.env.CI_REQUIRES_PROGRAMS !== '1';
export const MOUNT_NEED =
  'needs the right to mount a tmpfs (root); skipped without it, red with CI_REQUIRES_PROGRAMS=1';
