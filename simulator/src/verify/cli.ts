import { systemClock } from '../adapters/system-clock.ts';
import { verifyCommand } from './verify-command.ts';
import { EXIT } from './options.ts';
import type { MutantEnd } from './run-mutant.ts';

/** `npm run sim:verify`: exit codes 0 every promise held, 1 one was broken, 2 it could not be tried, 130 interrupted. */

// By default Node would exit with 1, which here means a broken promise.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(EXIT.unusable);
});
const exitCode = await verifyCommand(process.argv.slice(2), {
  underNpm: process.env['npm_lifecycle_event'] !== undefined,
});
// A handle that is still open must not keep a finished run alive.
const exit = (): never => process.exit(exitCode);
if (process.send) process.send({ exitCode } satisfies MutantEnd, exit);
else systemClock.after(0, exit);
