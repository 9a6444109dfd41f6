import { CLIENT_SETTINGS } from '@sign-display/backend/parts';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Client, type ClientConfig } from 'pg';

/** One physical connection to the run's database: what virtual nodes share. One statement at a time. */
export interface Session {
  /** Rejects with Postgres' own error. */
  run(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<never>>;
  /** The server's process, to ask whom it waits for. */
  readonly pid: number;
  /** It ended, and we did not end it: the server is gone. */
  isLost(): boolean;
  close(): Promise<void>;
}

/** So many statements a session keeps planned; what lists its values in its text would fill the server's memory. */
const PLANNED_MOST = 600;
const PLANNED_LENGTH = 20_000;

export async function openSession(config: ClientConfig): Promise<Session> {
  const client = new Client({ ...config, ...CLIENT_SETTINGS, application_name: 'virtual' });
  let isLost = false;
  let isClosed = false;
  client.on('error', () => {});
  client.on('end', () => void (isLost = !isClosed));
  await client.connect();
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= PLANNED_MOST || text.length > PLANNED_LENGTH) return known;
    const name = `virtual_${names.size}`;
    names.set(text, name);
    return name;
  }

  return {
    pid: (client as unknown as { processID: number }).processID,
    async run({ sql: text, parameters }) {
      const name = nameOf(text);
      const { rows, rowCount, command } = await client.query({
        text,
        values: parameters as unknown[],
        ...(name !== undefined && { name }),
      });
      return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
        ? { rows: (rows ?? []) as never[], numAffectedRows: BigInt(rowCount ?? 0) }
        : { rows: (rows ?? []) as never[] };
    },
    isLost: () => isLost,
    close() {
      isClosed = true;
      return client.end();
    },
  };
}
