import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRunningServer } from '@sign-display/embedded-postgres';
import { pino } from 'pino';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { readConfig } from '../../config/config.ts';
import { openDatabase, type DatabaseAddress } from '../../db/open-database.ts';
import { resetFactor } from './mfa-reset.ts';

/** A program: `npm run mfa-reset -- EMAIL`, for the only owner who has lost the second factor (details 70). */

const HELP = `Turns off the two-step sign-in of an account whose phone and recovery codes are lost.

  npm run mfa-reset -- EMAIL

The account's passkeys are removed, its sessions end, and its password alone opens the next one. The audit logs of its organizations
record the reset. The command mails nobody. It uses the database of DATABASE_URL, or of the service that is running on DATA_DIR.

Exit codes: 0 done, 1 no account has this address, 2 wrong usage, or the database could not be reached.
`;

/** Something a person can mend. */
class UsageError extends Error {}

async function addressOfDatabase(): Promise<DatabaseAddress> {
  const config = readConfig(process.env);
  if (config.database.url !== null) return { connectionString: config.database.url };
  const poolConfig = await findRunningServer(join(config.dataDirectory, 'postgres'));
  if (poolConfig) return { poolConfig };
  throw new UsageError(`No database is running in ${config.dataDirectory}. Start the service, or set DATABASE_URL.`);
}

async function reset(email: string): Promise<string | null> {
  const log = pino({ level: 'silent' });
  const { db, close } = openDatabase({ ...(await addressOfDatabase()), log, maxConnections: 1 });
  try {
    const author = { person: null, requestId: null, ip: null };
    return await resetFactor({ db, clock: systemClock, random: systemRandom }, author, email);
  } finally {
    await close();
  }
}

function readArguments(): { email: string } | { help: true } {
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nTry --help.`);
  }
  if (parsed.values.help) return { help: true };
  const [email, ...more] = parsed.positionals;
  if (email === undefined || more.length > 0) throw new UsageError('Pass one e-mail address.\nTry --help.');
  return { email };
}

async function main(): Promise<number> {
  const given = readArguments();
  if ('help' in given) return (process.stdout.write(HELP), 0);
  const { email } = given;
  if ((await reset(email)) === null) return (process.stderr.write(`No account has the e-mail address ${email}.\n`), 1);
  process.stdout.write(`The two-step sign-in of ${email} is off, its passkeys are removed, and its sessions have ended.
No mail was sent: inform the person yourself.
`);
  return 0;
}

main().then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  },
);
