import type { MeResponse, User } from '@sign-display/contracts/rest/session';
import type { Db } from '../db/database-types.ts';
import { claimUrlOf } from '../urls/claim-page-url.ts';
import { listMemberships } from './organizations-repository.ts';
import { isSystemOwner } from './is-system-owner.ts';

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

  return async function tellMe(user: User, passwordChangeRequired?: true): Promise<MeResponse> {
    const claimUrl = claimUrlOf(publicUrl());
    const pushPublicKey = await deps.pushPublicKey();
    const systemOwner = await isSystemOwner(db, systemOwners, user);
    const account = db.selectFrom('user').select('language').where('id', '=', user.id);
    const { language } = (await account.executeTakeFirst()) ?? { language: null };
    return {
      user: { ...user, language },
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
