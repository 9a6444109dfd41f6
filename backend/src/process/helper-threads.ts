import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Node's names for the threads of V8's pool begin so. */
const HELPER = 'V8Worker';
const OF_THIS_PROCESS = '/proc/self/task';

/**
 * Has V8's helper threads yield to the event loop where both want one core. They mark and sweep for the collector while the loop goes on; there are four,
 * and with an equal share each they left the loop a fifth of a core for as long as a collection took (docs/performance.md). What the loop itself waits
 * for they do at full speed: it sleeps meanwhile.
 *
 * Returns how many threads yield. None where the system tells of no threads (all but Linux), or lets nobody change them: a service without it is only slower.
 */
export function yieldHelperThreads(): number {
  try {
    const helpers = readdirSync(OF_THIS_PROCESS).filter((id) =>
      readFileSync(`${OF_THIS_PROCESS}/${id}/comm`, 'utf8').startsWith(HELPER),
    );
    for (const id of helpers) setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
    return helpers.length;
  } catch {
    return 0;
  }
}
