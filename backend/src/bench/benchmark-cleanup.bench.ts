import { noteAncestors } from '../process/note-ancestor-processes.ts';

/** What a benchmark has started: it is ended when the benchmark is done, when it fails, on Ctrl-C or SIGTERM, and when npm is gone. */

export const INTERRUPTED = 130;
const PARENT_CHECK_MS = 500;
/** Ctrl-C reaches us from the terminal and may once more through npm: within this it is one wish, not two. */
const SAME_WISH_MS = 500;

/** The latest is ended first. */
const toEnd: (() => Promise<unknown>)[] = [];
let isBroken = false;
let brokenAtMs = 0;

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
    await end().catch((error: unknown) => console.error('cleanup failed:', error));
}

async function breakOff(signal: NodeJS.Signals | 'npm is gone'): Promise<void> {
  if (isBroken) {
    // A second Ctrl-C: somebody is in a hurry. A SIGTERM comes after Ctrl-C from whoever started us.
    if (signal === 'SIGINT' && performance.now() - brokenAtMs > SAME_WISH_MS) process.exit(INTERRUPTED);
    return;
  }
  isBroken = true;
  brokenAtMs = performance.now();
  console.error('stopping everything that the benchmark started');
  await endAll();
  process.exit(INTERRUPTED);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Who ends npm alone, as `timeout` does, would leave a benchmark of hours behind that disturbs every other one. */
function endWithNpm(): void {
  const { parent, all } = noteAncestors();
  const looking = setInterval(() => {
    if (process.ppid === parent && all.every(isAlive)) return;
    clearInterval(looking);
    if (!isBroken) void breakOff('npm is gone');
  }, PARENT_CHECK_MS).unref();
}

/** Runs a benchmark, and ends what it gave to `onEnd`. Resolves when all has ended; rejects as `main` does. A run that is broken off exits with 130. */
export async function runToEnd(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void breakOff(signal));
  if (process.env['npm_lifecycle_event'] !== undefined) endWithNpm();
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
