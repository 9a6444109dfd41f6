import type { Clock } from '@sign-display/contracts/ports';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Author } from '../../http/author.ts';
import type { Db } from '../../db/database.ts';
import { NO_REQUEST_LIMITS } from '../../http/rate-limits.ts';
import { answer, createRouter } from '../../http/router.ts';
import { verifyUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts';

/** The link of a mail: no session, no script, nothing from elsewhere (RFC 8058). */

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem}</style>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

const nameOf = async (db: Db, { eventId }: Unsubscription): Promise<string> => {
  const event = await db.selectFrom('event').select('name').where('id', '=', eventId).executeTakeFirst();
  return event?.name ?? 'this event';
};

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
      const title = `No more mails about ${await nameOf(db, meant)}?`;
      const form = '<form method="post"><button>Unsubscribe</button></form>';
      const content = `<p>Other ways in which you are told of it stay as they are.</p>\n${form}`;
      return answer(200, pageOf(title, content), HTML);
    });

    router.route('POST /api/unsubscribe/:token', async ({ params, author }) => {
      const meant = verifyUnsubscribeToken(params.token, secret);
      if (!meant) return { code: 'not_found' };
      await endMails(deps, author, meant);
      const title = `You get no more mails about ${await nameOf(db, meant)}.`;
      return answer(200, pageOf(title, '<p>You can subscribe again in the dashboard.</p>'), HTML);
    });
  });
}
