import { spawn } from 'node:child_process';
import { machineClock } from '../adapters/machine-clock.ts';
import { EXIT, STARTER_VARIABLE } from '../exit-codes.ts';
import { CONFIG_HELP, argumentsForProgram } from '../machine/config.ts';
import { bundleApp } from './bundle-app.ts';
import { NoElectron, findElectron } from './find-electron.ts';
import { superviseApp } from './keep-running.ts';
import { watchNpmParent } from './watch-npm-parent.ts';

/** `npm run kiosk`: builds the app where its sources have changed, finds Electron, and runs the one on the other. It stays until the
 * app has ended for good, and ends it when it is ended itself. */

const HELP = `npm run kiosk -- [options]

Runs a sign: it shows its QR code until it is claimed, and then its page.

${CONFIG_HELP}
  --help                  print this help

All other options that begin with -- are passed to Chromium. Set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron that is to be used
instead of the npm package.

If the app fails, it is restarted: after one second at first, and later after at most one minute. SIGTERM, Ctrl-C and closing the terminal
end the app.

Exit codes: 0 ended · 2 an option is wrong · 3 this sign is already running · 4 Electron is not available`;

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
