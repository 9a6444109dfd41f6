const SAMPLE_EVERY_MS = 250;

/**
 * How late this process's event loop is, in milliseconds: the smaller of the last two samples, so that one long task (a collection of garbage,
 * a large export's page) is none, and it is over with the first sample that is on time.
 */
export function watchEventLoopDelay(): { delayMs(): number; stop(): void } {
  let last = 0;
  let before = 0;
  let dueMs = performance.now() + SAMPLE_EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    before = last;
    last = Math.max(0, nowMs - dueMs);
    dueMs = nowMs + SAMPLE_EVERY_MS;
  }, SAMPLE_EVERY_MS);
  timer.unref();
  return { delayMs: () => Math.min(last, before), stop: () => clearInterval(timer) };
}
