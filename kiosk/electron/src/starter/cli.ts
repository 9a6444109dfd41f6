import { spawn } from 'node:child_process';
import { CONFIG_HELP, argumentsForProgram } from '../machine/config.ts';
import { bundleApp } from './bundle.ts';
import { NoElectron, findElectron } from './find-electron.ts';

/** `npm run kiosk`: builds the app where its sources have changed, finds Electron, and runs the one on the other. */

const HELP = `npm run kiosk -- [options]

A sign: shows its QR code until it is claimed, then its page.

${CONFIG_HELP}
  --help                  says this

Everything that begins with -- and is not known here goes to Chromium. ELECTRON_OVERRIDE_DIST_PATH names the folder of an Electron to use in place of
the npm package's.

Exit codes: 0 ended · 2 something above is wrong · 3 this sign runs already · 4 Electron can't be had`;

/** Where an old Electron's sandbox does not know a new libc (stack.md), the flag is the user's to give. */
async function run(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const electron = findElectron(process.env);
  const app = await bundleApp();
  const child = spawn(electron, [app, ...argumentsForProgram(args)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof NoElectron)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 4;
}
