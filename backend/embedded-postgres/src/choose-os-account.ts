import { readFile, stat } from 'node:fs/promises';
import { EmbeddedPostgresError } from './errors.ts';

/** Who PostgreSQL runs as. Null: as this process does. */
export type Account = { uid: number; gid: number } | null;

/** In order of preference; the second is macOS's. */
const NAMES = ['postgres', '_postgres', 'nobody'];

async function findByName(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of NAMES) {
    const entry = lines.find(([user]) => user === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  return null;
}

/**
 * PostgreSQL refuses to run as root, so root hands it to an account without rights. A cluster that exists stays with its owner:
 * the machine may have got a `postgres` account since, and PostgreSQL insists on owning its files.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = await findByName();
  if (account) return account;
  throw new EmbeddedPostgresError(
    'no_account',
    `PostgreSQL can't run as root, and this machine has neither an account named “postgres” nor one named “nobody” to run it. Start the service as another user, or set DATABASE_URL.`,
  );
}
