import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findElectron } from '../starter/find-electron.ts';
import { familyOf, kindOf, librariesOf } from '../testing/read-processes.ts';
import { until } from '../testing/poll-until.ts';
import { startBare } from './measured-app.ts';

/** An Electron that shares no memory with other programs. */
export interface OwnElectron {
  /** Of its program. */
  path: string;
  remove(): void;
}

const STARTED_WITHIN_MS = 60_000;

/**
 * Copies Electron and the system's libraries that it loads. Linux divides what several processes have mapped among them (PSS), so without copies the memory of a sign
 * would fall by 50 MB when somebody else on this machine starts an Electron, or only a display. `url`: of a page that it may load once.
 */
export async function makeOwnElectron(url: string): Promise<OwnElectron> {
  const program = findElectron(process.env);
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-electron-copy-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    chmodSync(folder, 0o755);
    cpSync(dirname(program), folder, { recursive: true });
    const copy = join(folder, basename(program));
    const libraries = join(folder, 'system-libraries');
    mkdirSync(libraries);
    for (const library of await loadedBy(copy, url)) {
      const [whole, ...names] = namesOf(basename(library));
      cpSync(library, join(libraries, whole!), { dereference: true });
      for (const name of names) linkTo(whole!, join(libraries, name));
    }
    const path = join(folder, 'with-own-libraries');
    const places = ['LD_LIBRARY_PATH', 'LIBGL_DRIVERS_PATH'].map((name) => `export ${name}='${libraries}'`).join('\n');
    writeFileSync(path, `#!/bin/sh\n${places}\nexec '${copy}' "$@"\n`);
    chmodSync(path, 0o755);
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The names by which a library may be asked for: `libx.so.6.4.0`, `libx.so.6.4`, `libx.so.6`, `libx.so`. */
function namesOf(file: string): string[] {
  const names = [file];
  for (let name = file; /\.so\.[\d.]+$/.test(name);) names.push((name = name.replace(/\.\d+$/, '')));
  return names;
}

/** Where another version has that name already, it stays. */
function linkTo(file: string, at: string): void {
  if (!existsSync(at)) symlinkSync(file, at);
}

/** The system's libraries that a bare window loads. */
async function loadedBy(electron: string, url: string): Promise<string[]> {
  const app = await startBare(electron, url);
  try {
    const family = (): number[] => {
      app.mustRun();
      return familyOf(app.pid);
    };
    const isWhole = (pids: readonly number[]): boolean =>
      ['gpu-process', 'renderer', 'utility'].every((kind) => pids.some((pid) => kindOf(pid) === kind));
    await until('a bare window', family, isWhole, STARTED_WITHIN_MS);
    await until(
      'its picture',
      () => app.display.look().at(5, 5).join(),
      (colour) => colour !== '0,0,0',
      STARTED_WITHIN_MS,
    );
    return [...new Set(family().flatMap(librariesOf))].filter((path) => path.startsWith('/usr/'));
  } finally {
    await app.remove();
  }
}
