import { sql } from 'kysely';
import { ConfigError, type Config } from '../config/config.ts';
import type { Db, ServiceDeps } from '../db/database-types.ts';
import { insertOrganization } from './organizations-repository.ts';
import { PASSWORD_RULES, weaknessOf } from './password-strength.ts';
import { makePassword } from './password-generator.ts';
import { hashOfPassword, insertUser, normalizeEmail } from './users-repository.ts';

export interface BootstrapResult {
  email: string;
  /** The made-up password, to be printed once; null where it was given, and where nobody was made. */
  password: string | null;
  created: boolean;
}

/** Signs in, and gets no mail: whoever wants mail sets BOOTSTRAP_EMAIL. */
const DEFAULT_EMAIL = 'owner@sign-display.local';
/** The advisory lock that nodes which start together queue at; any number that nothing else here locks. */
const BOOTSTRAP_LOCK = 7_466_473;

async function hasUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Makes the first owner and their organization, only while there is no user at all (contract, section 6; promise R1). Of several
 * nodes that start at once, one makes it. Throws a ConfigError where the password that is set is too weak.
 */
export async function bootstrapOwner(
  deps: ServiceDeps & { config: Pick<Config, 'bootstrap'> },
): Promise<BootstrapResult> {
  const { db, config, random } = deps;
  const email = normalizeEmail(config.bootstrap.email ?? DEFAULT_EMAIL);
  const nobody: BootstrapResult = { email, password: null, created: false };
  if (await hasUser(db)) return nobody;

  const passwordChangeRequired = config.bootstrap.password === null;
  const password = config.bootstrap.password ?? makePassword(random);
  const weakness = weaknessOf(password, [email, config.bootstrap.organization]);
  // Asked only here: where there is somebody already, the variable is not used.
  if (weakness) throw new ConfigError([{ variable: 'BOOTSTRAP_PASSWORD', message: PASSWORD_RULES[weakness] }]);
  const passwordHash = await hashOfPassword(password);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(transaction);
    if (await hasUser(transaction)) return nobody;
    const person = { email, name: 'Owner', passwordHash, passwordChangeRequired };
    const ownerId = await insertUser(transaction, deps, person);
    await insertOrganization(transaction, deps, { name: config.bootstrap.organization, ownerId });
    return { email, password: passwordChangeRequired ? password : null, created: true };
  });
}
