import { writeCompileCache } from '../adapters/flush-compile-cache.ts';
import { runInWorker } from './run-plans-in-worker.ts';

/** One worker of `sim:verify`: a process that runs the plans it is sent. `worker-pool.ts` starts it. */

// The parent ends it by SIGKILL: what Node has compiled would be lost for the next one.
runInWorker({ onReady: writeCompileCache });
