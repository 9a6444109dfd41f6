import type { PlainSocket } from '@sign-display/client/sockets';
// Vite makes the export: the address of a bundle of its own.
// oxlint-disable-next-line import/default
import workerUrl from './socket.worker.ts?worker&url';
import { createWorkerSockets } from './worker-sockets.ts';

/** Opens a connection in the page's worker, which all feeds of the page share. */
export const openSocket = createWorkerSockets({
  begin: () => new Worker(workerUrl, { type: 'module' }),
  openOwn: (url) => new WebSocket(url) as PlainSocket,
  now: () => performance.now(),
});
