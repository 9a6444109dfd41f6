import { CLIENT_SETTINGS } from '@sign-display/backend/simulation-exports';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Client, type ClientConfig, type QueryResult as QueryResultOfPg } from 'pg';
import { RepeatedQuery } from './reuse-prepared-statement.ts';

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
  const known = new Map<string, RepeatedQuery>();

  function repeatedOf(text: string): RepeatedQuery | undefined {
    const query = known.get(text);
    if (query || known.size >= PLANNED_MOST || text.length > PLANNED_LENGTH) return query;
    const made = new RepeatedQuery({ name: `virtual_${known.size}`, text });
    known.set(text, made);
    return made;
  }

  const ask = (text: string, values: unknown[]): Promise<QueryResultOfPg> => {
    const repeated = repeatedOf(text);
    if (!repeated) return client.query({ text, values });
    return new Promise((resolve, reject) => {
      client.query(repeated.again(values, (error, result) => (error ? reject(error) : resolve(result))));
    });
  };

  return {
    pid: (client as unknown as { processID: number }).processID,
    async run({ sql: text, parameters }) {
      const { rows, rowCount, command } = await ask(text, parameters as unknown[]);
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
