import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where Electron's program lies below the folder that holds it, by platform. */
const PROGRAM: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Electron can't be had; the message says what to do. */
export class NoElectron extends Error {}

/** The path of Electron's program: of the folder that the environment names, or of the npm package, which brings it at its first use. */
export function findElectron(environment: Record<string, string | undefined>): string {
  const program = PROGRAM[process.platform] ?? 'electron';
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined && override !== '') {
    const path = join(override, program);
    if (existsSync(path)) return path;
    throw new NoElectron(`ELECTRON_OVERRIDE_DIST_PATH is ${override}, but that folder does not contain ${program}.`);
  }
  const folder = packageFolder();
  const path = join(folder, 'dist', program);
  if (existsSync(path)) return path;
  process.stderr.write('Downloading Electron once (about 100 MB) …\n');
  const fetched = spawnSync(process.execPath, [join(folder, 'install.js')], { encoding: 'utf8' });
  if (fetched.status === 0 && existsSync(path)) return path;
  const why = fetched.stderr.split('\n').find((line) => /error/i.test(line)) ?? 'no reason was given';
  throw new NoElectron(
    `Electron could not be downloaded (${why.trim()}). The program of Electron is not part of the npm package: give this machine access to the download once, or\n` +
      'unpack Electron and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  );
}

/** The package's own entry would fetch the program and throw, so it is found by its description. */
function packageFolder(): string {
  const found = new URL(import.meta.resolve('electron/package.json'));
  readFileSync(found);
  return dirname(fileURLToPath(found));
}
