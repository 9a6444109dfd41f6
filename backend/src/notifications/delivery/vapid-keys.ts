import webPush from 'web-push';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';

export interface VapidKeys {
  /** What browsers subscribe with (`applicationServerKey`), base64url. */
  publicKey: string;
  privateKey: string;
}

/**
 * By which push services know this service (RFC 8292): made when they are first needed, and the same for all nodes from then on, because a
 * browser's subscription is bound to them. The returned function remembers them; it rejects while the database is away.
 */
export function createVapidKeys(deps: { db: Db; clock: Clock }): () => Promise<VapidKeys> {
  const { db, clock } = deps;
  let known: VapidKeys | null = null;
  const read = () => db.selectFrom('vapidKey').select(['publicKey', 'privateKey']).executeTakeFirst();

  return async () => {
    if (known !== null) return known;
    known = (await read()) ?? null;
    if (known !== null) return known;
    await db
      .insertInto('vapidKey')
      .values({ ...webPush.generateVAPIDKeys(), createdAt: new Date(clock.now()) })
      // Another node was first, and its keys are everybody's.
      .onConflict((conflict) => conflict.column('onlyOne').doNothing())
      .execute();
    known = (await read())!;
    return known;
  };
}
