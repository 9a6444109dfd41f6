import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that tests run and that npm does not bring: a Redis server, a proxy, Prometheus. */
export interface OutsideProgram {
  /** Where it is. Throws where it is missing, with what to install. */
  path(): string;
  /** For `describe.skipIf`: it is missing, and its absence is no failure. Where the checks of a change run (`CI_REQUIRES_PROGRAMS=1`) it is one. */
  mayBeSkipped: boolean;
  /** For the title of what needs it. */
  need: string;
}

/** Debian puts what root usually starts where an ordinary user's PATH does not look. */
const ALSO_IN = ['/usr/sbin', '/usr/local/sbin'];

function find(name: string): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...ALSO_IN]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not there.
    }
  }
  return null;
}

/** Looks for a program in PATH. `debianPackage` is what brings it. */
export function findOutsideProgram(name: string, debianPackage = name): OutsideProgram {
  const found = find(name);
  const need = `needs ${name} (Debian: apt-get install ${debianPackage}); skipped without it, red with CI_REQUIRES_PROGRAMS=1`;
  return {
    path() {
      if (found === null) throw new Error(need);
      return found;
    },
    mayBeSkipped: found === null && process.env.CI_REQUIRES_PROGRAMS !== '1',
    need,
  };
}
