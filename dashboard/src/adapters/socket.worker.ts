import type { FromPage, FromThread } from './socket-messages.ts';

/**
 * The thread that holds a page's connections. A browser hands a message of 150 kB to its page in a hundred pieces, each of them work of the thread that opened the
 * connection: here they are put together, and the page's own thread has the whole text at once (decision 40).
 */

const sockets = new Map<number, WebSocket>();
const say = (message: FromThread): void => postMessage(message);

function open(id: number, url: string): void {
  const socket = new WebSocket(url);
  sockets.set(id, socket);
  socket.addEventListener('open', () => say([id, 'open']));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => say([id, 'message', data]));
  socket.addEventListener('error', () => say([id, 'error']));
  socket.addEventListener('close', () => {
    sockets.delete(id);
    say([id, 'close']);
  });
}

addEventListener('message', ({ data: [id, is, text] }: MessageEvent<FromPage>) => {
  if (is === 'open') open(id, text);
  else if (is === 'send') sockets.get(id)?.send(text);
  else sockets.get(id)?.close();
});
