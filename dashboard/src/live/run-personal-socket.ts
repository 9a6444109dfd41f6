import { refusalOf } from '@sign-display/client/connection-refusal';
import { connectDashboard } from '@sign-display/client/sockets';
import type { PersonalListeners } from './personal-feed.ts';
import type { FeedPorts } from './run-feed.ts';

/** Half of each wait is random, so that not all pages reconnect at once after a restart of the service. */
const AGAIN_MS = 5_000;
/** If the session may not connect, the page checks who is signed in, which usually ends the page. */
const REFUSED_MS = 30_000;
const OF_SESSION: ReadonlySet<string> = new Set(['unauthenticated', 'mfa_required', 'password_change_required']);

/**
 * Opens a socket for the person's own messages only, which reconnects automatically. Returns a function that closes the
 * socket.
 */
export function runPersonalSocket(
  { openSocket, clock, chance, page, askSession }: FeedPorts,
  listeners: PersonalListeners,
): () => void {
  const socket = connectDashboard({ origin: '', openSocket });
  let cancel = () => {};
  const connect = (): void => void (socket.connected || socket.connect());
  function later(ms: number): void {
    cancel();
    cancel = clock.after(ms * (0.5 + chance() / 2), connect);
  }
  socket.on('connect', () => listeners.connected());
  socket.on('notification', (message) => listeners.notification(message));
  socket.on('notifications:read', (marks) => listeners.read(marks));
  // Socket.IO reconnects automatically, but not after the service has refused or ended the connection.
  socket.on('connect_error', (error) => {
    if (socket.active) return;
    const refusal = refusalOf(error);
    const isOver = refusal !== null && OF_SESSION.has(refusal.code);
    if (isOver) askSession();
    later(Math.max(refusal?.retryAfterMs ?? 0, isOver ? REFUSED_MS : AGAIN_MS));
  });
  socket.on('disconnect', () => {
    if (!socket.active) later(AGAIN_MS);
  });
  const stopWatching = page.onWorthATry(connect);
  return () => {
    stopWatching();
    cancel();
    socket.removeAllListeners();
    socket.disconnect();
  };
}
