import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '../config/config.ts';
import { openDatabase, type DatabaseAddress } from '../db/open-database.ts';
import { findRunningServer } from '@sign-display/embedded-postgres';
import { readAuditFile } from './audit-file-reader.ts';
import { verifyDatabase } from './verify-stored-chain.ts';
import { verifyChain, type Verdict } from './verify-chain.ts';

/** A program: checks the chain of an audit log (docs/decisions/0006-audit.md). Exit codes: 0 it holds, 1 it does not, 2 it could not be read. */

const HELP = `Checks that no row of an audit log was removed, changed or moved.

  npm run -s audit:verify -- FILE              checks an export (CSV or NDJSON); - reads the standard input
  npm run -s audit:verify -- --filtered FILE   checks an export with filters: each row, and the order of the rows
  npm run -s audit:verify -- --organization ID checks the database: DATABASE_URL, or that of the service that is running on DATA_DIR

Exit codes: 0 the chain is intact, 1 the chain is broken, 2 the log could not be read.
A file can't show whether rows are missing after its last row: compare the last row that is printed with that of a later export, or of the database.
`;

/** Something a person can mend. */
class UsageError extends Error {}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function tell({ count, first, last, fault }: Verdict, isFiltered: boolean): void {
  if (last) say(`${count} rows are intact, ${first!.seq} to ${last.seq}.`);
  if (fault) return say(`WRONG: ${fault.message}`);
  if (!first || !last) return say('There are no rows.');
  if (first.seq !== 1) say(`The file starts at row ${first.seq}, so earlier rows can't be checked.`);
  if (isFiltered) say('Rows may be missing between these rows: this can’t be checked in a filtered export.');
  say(`Last row: ${last.seq}, hash ${last.hash}`);
}

async function addressOfDatabase(): Promise<DatabaseAddress> {
  const config = readConfig(process.env);
  if (config.database.url !== null) return { connectionString: config.database.url };
  const poolConfig = await findRunningServer(join(config.dataDirectory, 'postgres'));
  if (poolConfig) return { poolConfig };
  throw new UsageError(`No database is running in ${config.dataDirectory}. Start the service, or set DATABASE_URL.`);
}

async function verifyOrganization(organizationId: string): Promise<Verdict> {
  const { db, close } = openDatabase({
    ...(await addressOfDatabase()),
    log: pino({ level: 'silent' }),
    maxConnections: 1,
  });
  try {
    return await verifyDatabase(db, organizationId);
  } finally {
    await close();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, filtered: { type: 'boolean' }, organization: { type: 'string' } },
  });
  const { help = false, filtered: isFiltered = false, organization } = values;
  const [file, ...more] = positionals;
  if (help) return (process.stdout.write(HELP), 0);
  if (more.length > 0 || (file === undefined) === (organization === undefined) || (isFiltered && file === undefined))
    throw new UsageError(`Pass either one file or one organization.\n\n${HELP}`);
  const verdict =
    file === undefined
      ? await verifyOrganization(organization!)
      : await verifyChain(readAuditFile(file === '-' ? process.stdin : createReadStream(file)), { isFiltered });
  tell(verdict, isFiltered);
  return verdict.fault ? 1 : 0;
}

main().then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  },
);
