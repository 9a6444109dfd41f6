import { spawn } from 'node:child_process';
import { machineClock } from '../adapters/machine-clock.ts';
import { EXIT, STARTER_VARIABLE } from '../exit-codes.ts';
import { CONFIG_HELP, argumentsForProgram } from '../machine/config.ts';
import { bundleApp } from './bundle.ts';
import { NoElectron, findElectron } from './find-electron.ts';
import { superviseApp } from './keep-running.ts';
import { watchNpmParent } from './watch-npm-parent.ts';

/** `npm run kiosk`: builds the app where its sources have changed, finds Electron, and runs the one on the other. It stays until the
 * app has ended for good, and ends it when it is ended itself. */

const HELP = `npm run kiosk -- [options]

A sign: shows its QR code until it is claimed, then its page.

${CONFIG_HELP}
  --help                  says this

Everything that begins with -- and is not known here goes to Chromium. ELECTRON_OVERRIDE_DIST_PATH names the folder of an Electron to use in place of
the npm package's.

An app that fails is started again: after a second at first, and however often it fails, after a minute at most. SIGTERM, Ctrl-C and a closed
terminal end it.

Exit codes: 0 ended · 2 something above is wrong · 3 this sign runs already · 4 Electron can't be had`;

async function run(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const electron = findElectron(process.env);
  const app = await bundleApp();
  const env = { ...process.env, [STARTER_VARIABLE]: '1' };
  let stopWatching = (): void => {};
  const code = await superviseApp(
    () => spawn(electron, [app, ...argumentsForProgram(args)], { stdio: 'inherit', env }),
    machineClock,
    (signal, listener) => {
      process.on(signal, listener);
      if (signal === 'SIGTERM' && process.env['npm_lifecycle_event'] !== undefined)
        stopWatching = watchNpmParent(process.pid, machineClock, listener);
    },
  );
  stopWatching();
  return code;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof NoElectron)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT.noElectron;
}
