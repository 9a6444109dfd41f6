/** For `node --import`: stands still for 200 ms in each second, as a service does that computes where it should not. */
const BLOCKS_MS = 200;

setInterval(() => {
  const untilMs = performance.now() + BLOCKS_MS;
  while (performance.now() < untilMs);
}, 1_000).unref();
