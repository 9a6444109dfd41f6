import { systemClock } from '../adapters/system-clock.ts';
import { verifyCommand } from './verify/command.ts';

/** `npm run sim:verify`: exit codes 0 every promise held, 1 one was broken, 2 it could not be tried, 130 interrupted. */

const code = await verifyCommand(process.argv.slice(2), { underNpm: process.env['npm_lifecycle_event'] !== undefined });
// Nothing that hangs on must keep a finished run alive.
systemClock.after(0, () => process.exit(code));
