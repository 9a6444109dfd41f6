import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A way to a test's database that can be cut and opened again: to whoever takes it, the server goes down and comes up. */
export interface DatabaseSwitch {
  /** For a child process, as its `DATABASE_URL`. */
  url: string;
  up(): Promise<void>;
  /** Nobody listens any more, and who was connected is cut. */
  down(): Promise<void>;
  /** From now on a connection that sends `statement` is not answered any more. Resolves when one has sent it. */
  leaveUnanswered(statement: string): Promise<void>;
}

/** Down at first: `folder` has no socket then. */
export function createDatabaseSwitch(
  folder: string,
  { host, port, user, database }: { host: string; port: number; user: string; database: string },
): DatabaseSwitch {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let unanswered: { statement: string; sent: () => void } | null = null;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  return {
    url: `postgresql:///${database}?host=${encodeURIComponent(folder)}&port=${port}&user=${user}`,
    up: () =>
      new Promise((resolve) => {
        server = createServer((near) => {
          const far = keep(connect(join(host, `.s.PGSQL.${port}`)));
          keep(near).on('data', (bytes) => {
            if (unanswered === null || !bytes.includes(unanswered.statement)) return;
            far.unpipe(near);
            unanswered.sent();
          });
          near.pipe(far).pipe(near);
          near.once('close', () => far.destroy());
          far.once('close', () => near.destroy());
        }).listen(join(folder, `.s.PGSQL.${port}`), resolve);
      }),
    down: () =>
      new Promise((resolve) => {
        if (server === null) return resolve();
        server.close(() => resolve());
        server = null;
        for (const socket of sockets) socket.destroy();
      }),
    leaveUnanswered: (statement) => new Promise((sent) => (unanswered = { statement, sent })),
  };
}
