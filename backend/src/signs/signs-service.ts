import type { Kysely } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { CreateSignRequest, Sign } from '@sign-display/contracts/rest/signs';
import { isHostAllowed, parsePageUrl } from '../content/url-policy.ts';
import type { Database } from '../db/schema.ts';
import { appendHistory } from '../history/history-repository.ts';
import type { Presence } from '../presence/presence.ts';
import type { KioskGateway } from '../realtime/kiosk-gateway.ts';
import type { KioskTruth } from './kiosk-truth.ts';
import type { SignRow } from './sign-view.ts';
import { insertUnlinkedSign, lockSign, unlinkDevice } from './signs-repository.ts';

export interface SignsDeps {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  gateway: KioskGateway;
  truth: KioskTruth;
  presence: Presence;
  describeSign(row: SignRow): Sign;
}

/** Changes of sign records that are not claims. Whether the actor may is decided before. */
export function createSignsService(deps: SignsDeps) {
  const { db, clock, random, gateway, truth, presence, describeSign } = deps;

  return {
    /** A pre-created record with empty device fields (Flow B; interface specification, section 1). */
    async create(body: CreateSignRequest): Promise<Sign | Refusal> {
      const { organizationId, eventId, name, location } = body;
      const url = body.url ?? null;
      if (url !== null) {
        const page = parsePageUrl(url);
        const organization = await db
          .selectFrom('organization')
          .select('allowedUrlHosts')
          .where('id', '=', organizationId)
          .executeTakeFirst();
        if (!page || !organization || !isHostAllowed(page, organization.allowedUrlHosts))
          return { code: 'invalid_url' };
      }
      const event = await db.selectFrom('event').select('organizationId').where('id', '=', eventId).executeTakeFirst();
      if (event?.organizationId !== organizationId) return { code: 'not_found' };
      const id = makeUuidV7(clock, random);
      const contentId = url === null ? null : makeUuidV7(clock, random);
      return describeSign(
        await insertUnlinkedSign(db, { id, organizationId, eventId, name, location, url, contentId }, clock.now()),
      );
    },

    /**
     * Takes the device off the record: its fields are wiped, the rest stays, the kiosk returns to the QR screen and may be claimed for any
     * event (promise C8; interface specification, section 3).
     */
    async unregister(id: string, actor: { id: string; name: string }): Promise<Sign | Refusal> {
      const change = await db
        .transaction()
        .execute(async (trx): Promise<Refusal | { deviceSignId: string; after: SignRow }> => {
          const before = await lockSign(trx, id);
          if (!before) return { code: 'not_found' };
          if (before.deviceSignId === null) return { code: 'sign_not_linked' };
          const nowMs = clock.now();
          const after = await unlinkDevice(trx, id, nowMs);
          await appendHistory(trx, [
            {
              id: makeUuidV7(clock, random),
              at: new Date(nowMs),
              kind: 'unregister',
              organizationId: before.organizationId,
              eventId: before.eventId,
              signRecordId: id,
              actorId: actor.id,
              actorName: actor.name,
              deviceSignId: before.deviceSignId,
              shortCode: before.shortCode,
              url: before.url,
              outcome: 'ok',
            },
          ]);
          return { deviceSignId: before.deviceSignId, after };
        });
      if ('code' in change) return change;
      presence.forget(change.deviceSignId);
      gateway.send(change.deviceSignId, 'sign:unregistered', { reason: 'The sign was unregistered.' });
      await truth.tell(change.deviceSignId);
      return describeSign(change.after);
    },
  };
}

export type SignsService = ReturnType<typeof createSignsService>;
