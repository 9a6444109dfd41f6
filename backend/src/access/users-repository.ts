import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { hashPassword } from 'better-auth/crypto';
import type { Trx } from '../db/database-types.ts';
import { smtpAddress } from '../urls/parse-mail-address.ts';

interface NewUser {
  /** Lower case, as better-auth looks it up. */
  email: string;
  name: string;
  passwordHash: string;
  /** The service made the password up and prints it: the person must replace it first. */
  passwordChangeRequired?: boolean;
}

/** An address as accounts are found by it. */
export const normalizeEmail = (email: string): string => smtpAddress(email.trim()).toLowerCase();

/**
 * The hash that better-auth verifies a password against: scrypt with N = 16,384, r = 16, p = 1, which takes 32 MiB of memory
 * and some tens of milliseconds of one core, off the main thread (promise A3). Not to be called inside a transaction.
 */
export const hashOfPassword = (password: string): Promise<string> => hashPassword(password);

/**
 * Makes a user who signs in with a password; the rows are those that better-auth reads. There is no sign-up over HTTP: users come from
 * the bootstrap and from invitations. Rejects with a unique violation if the address has an account.
 */
export async function insertUser(transaction: Trx, deps: Ports, person: NewUser) {
  const { email, name, passwordHash, passwordChangeRequired = false } = person;
  const { clock, random } = deps;
  const at = new Date(clock.now());
  const id = makeUuidV7(clock, random);
  await transaction
    .insertInto('user')
    .values({ id, name, email, emailVerified: true, image: null, passwordChangeRequired, createdAt: at, updatedAt: at })
    .execute();
  await transaction
    .insertInto('account')
    .values({
      id: makeUuidV7(clock, random),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: passwordHash,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  return id;
}
