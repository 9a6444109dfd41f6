import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findOutsideProgram } from './outside-programs.ts';
import { findFreePort } from './redis-server.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';

/** A real pgbouncer of a test's own, in front of a test's PostgreSQL. */
export interface Pgbouncer {
  /** For a pool that goes through it. */
  poolConfig: { host: string; port: number; user: string; database: string };
  /** The same as a `DATABASE_URL`. */
  url: string;
  stop(): Promise<void>;
}

export const pgbouncerProgram = findOutsideProgram('pgbouncer');

/** Starts one with its stock settings, except where it listens and whom it lets in. `more`: lines for its settings. */
export async function startPgbouncer(
  server: { host: string; port: number; user: string; database: string },
  more: readonly string[] = [],
): Promise<Pgbouncer> {
  const binary = pgbouncerProgram.path();
  const folder = await makeTemporaryFolder();
  const port = await findFreePort();
  const users = join(folder.path, 'users.txt');
  const settings = join(folder.path, 'pgbouncer.ini');
  await writeFile(users, `"${server.user}" ""\n`);
  const { host, user, database } = server;
  await writeFile(
    settings,
    [
      '[databases]',
      `${database} = host='${host}' port=${server.port} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      ...more,
    ].join('\n'),
  );
  await Promise.all([users, settings].map((file) => chmod(file, 0o644)));
  // It refuses to run as root, and only the server's own account may enter the folder of the server's socket.
  const { uid, gid } = await stat(host);
  const child = spawn(binary, [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  const gone = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    const said: string[] = [];
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}:\n${said.join('\n')}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes('process up')) resolve();
    });
  });
  return {
    poolConfig: { host: '127.0.0.1', port, user, database },
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL');
      await gone;
      await folder.remove();
    },
  };
}
