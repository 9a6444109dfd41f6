import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { shareCores, type Cores } from './share-cores.ts';

/** Null where there is no taskset, as on macOS, or one core. */
export function findCores(): Cores | null {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return shareCores(availableParallelism());
  } catch {
    return null;
  }
}
