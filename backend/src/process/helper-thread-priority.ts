import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Node's names for the threads of V8's pool begin so. */
const HELPER = 'V8Worker';
const OF_THIS_PROCESS = '/proc/self/task';

/**
 * Has V8's helper threads yield to the event loop where both want one core (decision 39). They mark and sweep for the collector, and compile, while the loop
 * goes on; there are four, and with an equal share each they left the loop a fifth of a core for as long as a collection took (docs/performance.md). What
 * the loop itself waits for they do at full speed: it sleeps meanwhile.
 *
 * Does nothing where the system tells of no threads (all but Linux): the service is only slower there.
 */
export function yieldHelperThreads(): void {
  for (const id of threads()) {
    try {
      const name = readFileSync(`${OF_THIS_PROCESS}/${id}/comm`, 'utf8');
      // The lowest there is: whatever the loop's own priority, theirs is not above it, and nobody needs leave to lower one.
      if (name.startsWith(HELPER)) setPriority(Number(id), constants.priority.PRIORITY_LOW);
    } catch {
      // A thread may end before it is asked.
    }
  }
}

function threads(): string[] {
  try {
    return readdirSync(OF_THIS_PROCESS);
  } catch {
    return [];
  }
}
