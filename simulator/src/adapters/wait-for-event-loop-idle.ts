const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Resolves when this process has nothing more to do by itself: no promise that can go on, no tick, no immediate. Whoever waits for
 * something outside (a database) is not waited for.
 */
export async function waitForIdle(): Promise<void> {
  do await turn();
  while (process.getActiveResourcesInfo().includes('Immediate'));
}

/** Resolves after so many milliseconds of the machine's own time. */
export const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));
