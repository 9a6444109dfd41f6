import type { MeResponse, User } from '@sign-display/contracts/rest/session';
import type { Db } from '../db/database-types.ts';
import type { Caller } from '../http/router.ts';
import { claimUrlOf } from '../urls/claim-page-url.ts';
import { listMemberships } from './organizations-repository.ts';
import { isSystemOwner } from './is-system-owner.ts';

async function readAccount(db: Db, userId: string) {
  const account = await db
    .selectFrom('user')
    .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
    .select(({ selectFrom }) => [
      'language',
      'twoFactorEnabled',
      'recoveryCodes',
      selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('passkey.userId', '=', 'user.id')
        .as('passkeys'),
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst();
  const totp = account?.twoFactorEnabled ?? false;
  return {
    language: account?.language ?? null,
    totp,
    recoveryCodes: totp ? (account?.recoveryCodes ?? []).length : 0,
    passkeys: totp ? (account?.passkeys ?? 0) : 0,
  };
}

type SessionState = Pick<Caller, 'mfa' | 'passwordChangeRequired'>;

/** Answers GET /api/me: the signed-in user, the URL of this service for phones, and whether mail is configured. */
export function createMe(deps: {
  db: Db;
  publicUrl(): string;
  /** The folder that the service writes mails to; null: a mail server sends them. */
  outbox: string | null;
  /** SYSTEM_OWNERS. */
  systemOwners: readonly string[] | null;
  /** Null where push is off. */
  pushPublicKey(): Promise<string | null>;
}) {
  const { db, publicUrl, outbox, systemOwners } = deps;

  return async function tellMe(user: User, { mfa, passwordChangeRequired }: SessionState): Promise<MeResponse> {
    const claimUrl = claimUrlOf(publicUrl());
    const pushPublicKey = await deps.pushPublicKey();
    const systemOwner = await isSystemOwner(db, systemOwners, user);
    return {
      user: { ...user, ...(await readAccount(db, user.id)) },
      mfa,
      systemOwner,
      ...(passwordChangeRequired && { passwordChangeRequired }),
      organizations: await listMemberships(db, user.id),
      ...(claimUrl !== null && { claimUrl }),
      ...(pushPublicKey !== null && { pushPublicKey }),
      mail: { configured: outbox === null, outbox: systemOwner ? outbox : null },
    };
  };
}

export type AnswerMe = ReturnType<typeof createMe>;
