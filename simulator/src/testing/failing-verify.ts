import { fileURLToPath } from 'node:url';
import { verifyCommand } from '../verify/verify-command.ts';

/** Runs `sim:verify` with the worker of `failing-worker.ts`. */

const worker = fileURLToPath(new URL('failing-worker.ts', import.meta.url));
process.exitCode = await verifyCommand(process.argv.slice(2), { underNpm: false, worker });
