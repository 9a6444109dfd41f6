import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { languageOfMail } from '../../access/mail-language.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Author } from '../../http/change-author-types.ts';
import type { Db } from '../../db/database-types.ts';
import { NO_REQUEST_LIMITS } from '../../http/rate-limits.ts';
import { answer, createRouter } from '../../http/router.ts';
import { notificationWords } from '../words/words-for-language.ts';
import { askingPage, donePage } from './unsubscribe-page.ts';
import { verifyUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts';

/** The link of a mail: no session, no script, nothing from elsewhere (RFC 8058). */

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** The event's name (null if the event was deleted) and the words in the language that a mail about it has for this person. */
async function readPageContent(db: Db, { userId, eventId }: Unsubscription) {
  const event = await db
    .selectFrom('event')
    .select(['name', 'organizationId'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  const person = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  const language = person ? await languageOfMail(db, person.email, event?.organizationId ?? null) : 'en';
  return [event?.name ?? null, notificationWords(language)] as const;
}

/** Takes `email` out of the subscription, with an audit entry where it was in. */
async function endMails({ db, clock }: { db: Db; clock: Clock }, author: Author, { userId, eventId }: Unsubscription) {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organizationId: string; name: string; email: string }>`
      update subscription
      set channels = array_remove(channels, 'email'), updated_at = ${new Date(clock.now())}
      from event, "user" as person
      where subscription.event_id = ${eventId} and subscription.user_id = ${userId} and 'email' = any(channels)
        and event.id = subscription.event_id and person.id = subscription.user_id
      returning event.organization_id as "organizationId", person.name, person.email
    `.execute(trx);
    const [row] = rows;
    if (!row) return;
    const { organizationId, name, email } = row;
    const target = { type: 'subscription', id: eventId };
    const detail = { by: 'the link in a mail', removed: ['email'] };
    const entry = { organizationId, action: 'subscription.update', target, eventId, detail };
    await recordAudit(trx, { ...author, person: { id: userId, name, email } }, entry, clock.now());
  });
}

/** GET and POST /api/unsubscribe/:token. Mail programs post a form; whatever it says, the token says what is meant. */
export function addUnsubscribeRoutes(http: FastifyInstance, deps: { db: Db; clock: Clock; secret: string }): void {
  const { db, secret } = deps;
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    // Nobody has to be signed in here, and one address asks for all people of a mail provider (RFC 8058).
    const router = createRouter({
      http: scope,
      authenticate: async () => null,
      limits: NO_REQUEST_LIMITS,
      noteRefusal: async () => {},
    });

    router.route('GET /api/unsubscribe/:token', async ({ params }) => {
      const meant = verifyUnsubscribeToken(params.token, secret);
      if (!meant) return { code: 'not_found' };
      return answer(200, askingPage(...(await readPageContent(db, meant))), HTML);
    });

    router.route('POST /api/unsubscribe/:token', async ({ params, author }) => {
      const meant = verifyUnsubscribeToken(params.token, secret);
      if (!meant) return { code: 'not_found' };
      await endMails(deps, author, meant);
      return answer(200, donePage(...(await readPageContent(db, meant))), HTML);
    });
  });
}
