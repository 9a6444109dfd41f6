/** What a benchmark has started: it is ended when the benchmark is done, when it fails, and on Ctrl-C or SIGTERM. */

export const INTERRUPTED = 130;

/** The latest is ended first. */
const toEnd: (() => Promise<unknown>)[] = [];
let isBroken = false;

/** Whether the benchmark was told to end: what is under way fails then, and is no failure of its own. */
export const isBrokenOff = (): boolean => isBroken;

/** Has `end` called when the benchmark ends. Call the answer where it has been ended before. */
export function onEnd(end: () => Promise<unknown>): () => void {
  toEnd.push(end);
  return () => {
    const place = toEnd.indexOf(end);
    if (place >= 0) toEnd.splice(place, 1);
  };
}

async function endAll(): Promise<void> {
  for (let end = toEnd.pop(); end; end = toEnd.pop())
    await end().catch((error: unknown) => console.error('could not be ended:', error));
}

async function breakOff(signal: NodeJS.Signals): Promise<void> {
  if (isBroken) {
    // A second Ctrl-C: somebody is in a hurry. A SIGTERM comes after Ctrl-C from whoever started us.
    if (signal === 'SIGINT') process.exit(INTERRUPTED);
    return;
  }
  isBroken = true;
  console.error('ending what was started');
  await endAll();
  process.exit(INTERRUPTED);
}

/** Runs a benchmark, and ends what it gave to `onEnd`. Resolves when all has ended; rejects as `main` does. A run that is broken off exits with 130. */
export async function runToEnd(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void breakOff(signal));
  try {
    await main();
  } catch (error) {
    if (isBroken) return await new Promise(() => {});
    throw error;
  } finally {
    if (!isBroken) await endAll();
    // What `npm run bench` started is listened to, and would be waited for.
    if (process.connected) process.disconnect();
  }
}
