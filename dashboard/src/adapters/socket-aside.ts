import type { PlainSocket } from '@sign-display/client/sockets';
import type { FromPage, FromThread } from './socket-messages.ts';
// Vite makes the export: the address of a bundle of its own.
// oxlint-disable-next-line import/default
import workerUrl from './socket.worker.ts?worker&url';

/** A page's connections, held by a thread of their own (socket.worker.ts, decision 40). */

const sockets = new Map<number, PlainSocket>();
let opened = 0;
/** Null: nobody has asked for it yet. False: it broke, or its script did not come; the page holds its connections itself from then on. */
let thread: Worker | false | null = null;

function lose(): void {
  if (thread) thread.terminate();
  thread = false;
  const lost = [...sockets.values()];
  sockets.clear();
  for (const socket of lost) socket.onerror?.();
}

function hear({ data: [id, is, text] }: MessageEvent<FromThread>): void {
  const socket = sockets.get(id);
  if (is === 'close') sockets.delete(id);
  if (is === 'message') socket?.onmessage?.({ data: text });
  else socket?.[`on${is}`]?.();
}

function begin(): Worker {
  const worker = new Worker(workerUrl, { type: 'module' });
  worker.addEventListener('error', lose);
  worker.addEventListener('message', hear);
  return worker;
}

/**
 * Opens a connection to `url` in the thread, which begins with the first. Where the thread breaks, its connections end with an error, and whoever opens the next
 * has one of the browser's own.
 */
export function openSocketAside(url: string): PlainSocket {
  thread ??= begin();
  if (thread === false) return new WebSocket(url) as PlainSocket;
  const worker = thread;
  const id = (opened += 1);
  const say = (message: FromPage): void => worker.postMessage(message, []);
  const socket: PlainSocket = {
    send: (text) => say([id, 'send', text]),
    close: () => say([id, 'close']),
  };
  sockets.set(id, socket);
  say([id, 'open', url]);
  return socket;
}
