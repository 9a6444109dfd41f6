import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';

/** A PostgreSQL server for virtual time, in a folder that exists for it alone. Nothing there survives a power cut. */
export interface DatabaseServer {
  /** For a process that works on it: plain JSON. */
  address: EmbeddedPostgres['adminConfig'];
  /** Resolves when the server has ended, whoever wanted it. */
  exited: Promise<unknown>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

const FLAGS = {
  // What would make a run depend on when it is: whatever runs by itself, plans that follow statistics, several processes for one statement.
  autovacuum: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  synchronize_seqscans: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  deadlock_timeout: '5s',
};

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const folder = await makeTemporaryFolder();
  try {
    const server = await startEmbeddedPostgres({
      dataDirectory: join(folder.path, 'postgres'),
      durable: false,
      flags: Object.entries(FLAGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    });
    return {
      address: server.adminConfig,
      exited: server.exited,
      async stop() {
        await server.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
