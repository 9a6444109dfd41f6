import { createServer, type AddressInfo } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the service (`--import`), in its own process: how long anything has held its event loop. What counts is the processor time of the
 * main thread between two turns of the loop, and not how late a turn is: on a busy machine a turn is late because another process runs. Prints
 * a log line with its port; whoever connects is told the longest since the last one asked, in milliseconds, and that it begins anew.
 */
const EVERY_MS = 1;

/** This thread's processor time, in milliseconds. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (isMainThread) {
  let longestMs = 0;
  let beforeMs = spentMs();
  setInterval(() => {
    const nowMs = spentMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
  }, EVERY_MS).unref();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // A turn later: what was under way just now is in it.
    setTimeout(() => {
      socket.end(String(longestMs));
      longestMs = 0;
    }, 2 * EVERY_MS);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ msg: 'event loop probe', port })}\n`);
  });
  server.unref();
}
