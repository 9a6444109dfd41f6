import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleApp } from './bundle-app.ts';
import { NoElectron, findElectron } from './find-electron.ts';

/**
 * `npm run kiosk:selfcheck`: the app's hardening, a row for each point of Electron's security checklist. Arguments go to Electron, so that a sign's own switches are judged.
 * Exit codes: 0 nothing failed · 1 something failed or could not be tried · 4 Electron can't be had.
 */
async function run(args: readonly string[]): Promise<number> {
  const electron = findElectron(process.env);
  const app = await bundleApp();
  // Beside a sign that runs here, whose data folder is its own.
  const dataDir = mkdtempSync(join(tmpdir(), 'sign-display-selfcheck-'));
  const child = spawn(electron, [app, '--selfcheck', '--data-dir', dataDir, ...args], { stdio: 'inherit' });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  rmSync(dataDir, { recursive: true, force: true });
  return code;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof NoElectron)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 4;
}
