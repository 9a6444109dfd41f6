import type { FromPage, FromWorker } from './socket-message-types.ts';

/**
 * The worker that holds a page's connections. A browser hands a message of 150 kB to its page in a hundred pieces, each of them work of the thread that opened the
 * connection: here they are put together, and the page's own thread has the whole text at once (decision 40).
 */

/**
 * A browser's WebSocket can't be told to wait, so what a page does not read would wait here without an end. Past this many characters the connection is closed: the page
 * subscribes anew and reads the list. A wall of 10,000 signs has 600,000 a second.
 */
const MOST_UNREAD = 8_000_000;

const sockets = new Map<number, { socket: WebSocket; unread: number }>();
const say = (message: FromWorker): void => postMessage(message);

function open(id: number, url: string): void {
  const held = { socket: new WebSocket(url), unread: 0 };
  const { socket } = held;
  sockets.set(id, held);
  socket.addEventListener('open', () => say([id, 'open']));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    held.unread += data.length;
    if (held.unread > MOST_UNREAD) return socket.close();
    say([id, 'message', data]);
  });
  socket.addEventListener('error', () => say([id, 'error']));
  socket.addEventListener('close', () => {
    sockets.delete(id);
    say([id, 'close']);
  });
}

addEventListener('message', ({ data: [id, is, what] }: MessageEvent<FromPage>) => {
  if (is === 'open') return open(id, what);
  const held = sockets.get(id);
  if (!held) return;
  // The page hears of a close later than this worker. What it sends meanwhile is lost, and the browser would complain of it.
  if (is === 'send') {
    if (held.socket.readyState === WebSocket.OPEN) held.socket.send(what);
  } else if (is === 'read') held.unread -= what;
  else held.socket.close();
});
