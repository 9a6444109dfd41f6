import type { MeResponse, User } from '@sign-display/contracts/rest/session';
import type { Db } from '../db/database.ts';
import { claimUrlOf } from '../urls/claim-url.ts';
import { listMemberships } from './organizations-repository.ts';

/** What somebody who is signed in is told of themselves, and of where phones find this service. */
export async function tellMe(db: Db, publicUrl: string, user: User): Promise<MeResponse> {
  const claimUrl = claimUrlOf(publicUrl);
  return { user, organizations: await listMemberships(db, user.id), ...(claimUrl !== null && { claimUrl }) };
}
