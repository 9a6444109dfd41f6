import type { PlainSocket } from '@sign-display/client/sockets';
import type { FromPage, FromWorker } from './socket-message-types.ts';

/** A page's connections, held by a worker (socket.worker.ts, decision 40). */

/** What is needed of a `Worker`. */
export interface SocketWorker {
  postMessage(message: FromPage, transfer: never[]): void;
  addEventListener(type: 'message', listener: (event: { data: FromWorker }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

interface Ports {
  /** Throws where there can be none. */
  begin(): SocketWorker;
  /** Opens a connection of the page's own. */
  openOwn(url: string): PlainSocket;
  /** In ms, of a clock that never goes back. */
  now(): number;
}

/** A worker that has said nothing of a connection for so long is given up, when the connection is. */
const ANSWERS_WITHIN_MS = 10_000;
/** So much is read before the worker is told of it. */
const TOLD_EACH = 100_000;

/**
 * Opens connections in the worker, which begins with the first of them. Where it breaks, hangs, or its script does not come, its connections end with an error; the
 * next one is the page's own, and the one after that is tried in a new worker.
 */
export function createWorkerSockets({ begin, openOwn, now }: Ports): (url: string) => PlainSocket {
  const sockets = new Map<number, { socket: PlainSocket; isHeard: boolean; untold: number }>();
  let opened = 0;
  let worker: SocketWorker | null = null;
  let isLost = false;

  function lose(): void {
    worker?.terminate();
    worker = null;
    isLost = true;
    const lost = [...sockets.values()];
    sockets.clear();
    for (const { socket } of lost) socket.onerror?.();
  }

  function hear({ data: [id, is, text] }: { data: FromWorker }): void {
    const held = sockets.get(id);
    if (!held) return;
    held.isHeard = true;
    if (is === 'close') sockets.delete(id);
    if (is !== 'message') return held.socket[`on${is}`]?.();
    held.untold += text.length;
    if (held.untold >= TOLD_EACH) {
      worker?.postMessage([id, 'read', held.untold], []);
      held.untold = 0;
    }
    held.socket.onmessage?.({ data: text });
  }

  function tryToBegin(): SocketWorker | null {
    try {
      const begun = begin();
      begun.addEventListener('message', (event) => worker === begun && hear(event));
      begun.addEventListener('error', () => worker === begun && lose());
      return begun;
    } catch {
      return null;
    }
  }

  return (url) => {
    if (!isLost) worker ??= tryToBegin();
    isLost = false;
    if (worker === null) return openOwn(url);
    const mine = worker;
    const id = (opened += 1);
    const openedMs = now();
    const say = (message: FromPage): void => void (worker === mine && mine.postMessage(message, []));
    const held = {
      socket: {
        send: (text: string) => say([id, 'send', text]),
        close() {
          if (worker === mine && !held.isHeard && now() - openedMs >= ANSWERS_WITHIN_MS) {
            sockets.delete(id);
            return lose();
          }
          say([id, 'close']);
        },
      } satisfies PlainSocket as PlainSocket,
      isHeard: false,
      untold: 0,
    };
    sockets.set(id, held);
    say([id, 'open', url]);
    return held.socket;
  };
}
