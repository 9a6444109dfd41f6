/** Resolves after `delayMs` milliseconds. Unlike the clock's timers it keeps the process alive: whoever pauses means to go on. */
export const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));
