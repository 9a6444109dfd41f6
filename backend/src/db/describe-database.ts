import { Client } from 'pg';
import { errorChain, type DatabaseErrorFields } from './database-errors.ts';
import type { DatabaseAddress } from './open-database.ts';

/** Which server a database address names, for a person to read: never its password. */
interface DatabaseServer {
  /** `db.example.org:5432`, or the path of the socket. */
  at: string;
  user: string;
  database: string;
}

/** Reads an address as the client itself reads it, defaults included. Connects to nothing. */
export function readServer(address: DatabaseAddress): DatabaseServer {
  const config = 'connectionString' in address ? { connectionString: address.connectionString } : address.poolConfig;
  const { host, port, user = '', database = '' } = new Client(config);
  return { at: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`, user, database };
}

/** pgbouncer gives every error of its own this code; these pass by themselves. */
const POOLER_BUSY =
  /query_wait_timeout|cannot connect to server|no more connections|shutting down|server_login_retry|server conn|login_timeout|idle_|pgbouncer/i;

const TLS_CODES =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/;

function describeOne(error: DatabaseErrorFields, { at, user, database }: DatabaseServer): string | null {
  const { code } = error;
  const message = String(error.message).replace(/[.\s]+$/, '');
  if (code === '08P01' && !POOLER_BUSY.test(message))
    return `The server at ${at} does not accept DATABASE_URL: ${message}. Remove that setting from DATABASE_URL, or allow it at the server (pgbouncer: ignore_startup_parameters).`;
  if (code === '28P01')
    return `The database server at ${at} rejects the password of the user ${user}. Correct the user and the password in DATABASE_URL.`;
  if (code === '28000')
    return `The database server at ${at} does not accept the user ${user}: ${message}. Correct the user in DATABASE_URL (or sslmode), or pg_hba.conf at the server.`;
  if (code === '3D000')
    return `The database server at ${at} has no database ${database}. Create it, owned by the user ${user}, or set another database in DATABASE_URL.`;
  if (code === '42501')
    return `The database user ${user} lacks a right that the service needs: ${message}. docs/operations/database.md lists the rights and the statements that grant them.`;
  if (typeof code === 'string' && TLS_CODES.test(code))
    return `The certificate of the database server at ${at} is not trusted: ${message}. Correct sslmode and sslrootcert in DATABASE_URL, or the server's certificate.`;
  if (/server does not support SSL/.test(message))
    return `The database server at ${at} does not offer TLS, and DATABASE_URL asks for it. Enable TLS on the server, or change sslmode in DATABASE_URL.`;
  if (/client password must be/.test(message))
    return `The database server at ${at} requires a password for the user ${user}, and DATABASE_URL has none.`;
  return null;
}

/**
 * What a person must mend before the service can use this database: a setting or a right that does not fit. One sentence or two, without a
 * password; null where the error is something else, such as a server that is away. Looks through the error's causes.
 */
export function describeMisfit(error: unknown, server: DatabaseServer): string | null {
  for (const each of errorChain(error)) {
    const sentence = describeOne(each, server);
    if (sentence !== null) return sentence;
  }
  return null;
}
