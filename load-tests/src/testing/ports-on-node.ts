import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Metric } from '../plan/metrics.ts';
import type { OpenSocket, World } from '../ports.ts';

const openSocket: OpenSocket = (url, _tags, handlers) => {
  const socket = new WebSocket(url);
  let isOver = false;
  const end = (why: string): void => {
    if (!isOver) handlers.ended(why);
    isOver = true;
  };
  socket.on('open', () => handlers.opened());
  socket.on('message', (data, isBinary) => (isBinary ? undefined : handlers.received(String(data))));
  socket.on('error', (error) => end(error.message));
  socket.on('close', () => end('closed'));
  return { send: (text) => socket.send(text), close: () => socket.close() };
};

/** A `World` on Node, with what was recorded. */
export function createNodeWorld(): World & { recorded: { metric: Metric; value: number | boolean }[] } {
  const recorded: { metric: Metric; value: number | boolean }[] = [];
  return {
    recorded,
    clock: {
      now: () => Date.now(),
      monotonicMs: () => performance.now(),
      after(delayMs, task) {
        const timer = setTimeout(task, delayMs);
        return () => clearTimeout(timer);
      },
    },
    random: { float: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    openSocket,
    ask: () => Promise.reject(new Error('nobody answers requests here')),
    record: (metric, value) => void recorded.push({ metric, value }),
    warn: () => {},
  };
}
