import type { Clock } from '@sign-display/contracts/clock-and-random';
import { addressOf, isBuilt, pathOf } from '@sign-display/contracts/page-paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { languageOfMail } from '../../access/mail-language.ts';
import type { Db } from '../../db/database-types.ts';
import { NO_REQUEST_LIMITS } from '../../http/rate-limits.ts';
import { answer, createRouter, type Answer } from '../../http/router.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { notificationWords } from '../words/words-for-language.ts';
import { changeByMailLink, type LinkOutcome } from './change-by-mail-link.ts';
import { askingPage, donePage, refusedPage, type LinkContext } from './mail-link-page.ts';
import { readMailLink, signMailLink, type LinkPurpose, type MailLink } from './mail-link-token.ts';

/** Serves the links of mails without a session; their pages have no script and load nothing (RFC 8058). */

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', vary: 'accept' };

const REFUSALS = {
  expired: { code: 'not_found', detail: 'Links in mails work for 30 days. This one has expired.' },
  broken: { code: 'not_found', detail: 'This service did not sign this link, or the link is not complete.' },
} as const satisfies Record<string, RestRefusal>;

interface MailLinkDeps {
  db: Db;
  clock: Clock;
  /** AUTH_SECRET. */
  secret: string;
  publicUrl(): string;
}

/**
 * The event and the words in the language that a mail about it has for this person. A person who is no longer a member
 * of the event's organization reads nothing of it, as if the event was deleted.
 */
async function readContext({ db, publicUrl }: MailLinkDeps, { userId, eventId }: MailLink): Promise<LinkContext> {
  const event = await db
    .selectFrom('event')
    .innerJoin('member', 'member.organizationId', 'event.organizationId')
    .select(['event.name', 'event.organizationId', 'event.timeZone'])
    .where('event.id', '=', eventId)
    .where('member.userId', '=', userId)
    .executeTakeFirst();
  const person = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  const language = person ? await languageOfMail(db, person.email, event?.organizationId ?? null) : 'en';
  const path = event && isBuilt('subscription') ? pathOf('subscription', { event: eventId }) : pathOf('home');
  return {
    event: { name: event?.name ?? null, timeZone: event?.timeZone ?? 'UTC' },
    words: notificationWords(language),
    dashboardUrl: addressOf(publicUrl(), path),
  };
}

/** Makes the token of the link that undoes an outcome; null if there is nothing to undo. */
function undoTokenOf(outcome: LinkOutcome, { userId, eventId }: MailLink, secret: string, nowMs: number) {
  const subject = { userId, eventId, issuedAtMs: nowMs };
  if (outcome.is === 'unsubscribed') return signMailLink({ ...subject, purpose: 'resubscribe' }, secret);
  if (outcome.is !== 'snoozed' || outcome.set === null) return null;
  return signMailLink({ ...subject, purpose: 'unmute', set: outcome.set }, secret);
}

const asksForPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '');
/** A broken link names no person, so the browser's first language decides. */
const languageOfBrowser = ({ headers }: FastifyRequest) =>
  /^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';

/**
 * Adds GET and POST of /api/unsubscribe/:token and /api/snooze/:token. GET asks, POST acts. Mail programs post a form;
 * its content is ignored, because only the token decides.
 */
export function addMailLinkRoutes(http: FastifyInstance, deps: MailLinkDeps): void {
  const { clock, secret, publicUrl } = deps;

  async function refused(read: { is: 'expired'; link: MailLink } | { is: 'broken' }, raw: FastifyRequest) {
    if (!asksForPage(raw)) return REFUSALS[read.is];
    const context =
      read.is === 'expired'
        ? await readContext(deps, read.link)
        : { words: notificationWords(languageOfBrowser(raw)), dashboardUrl: addressOf(publicUrl(), pathOf('home')) };
    return answer(404, refusedPage(read.is, context), HTML);
  }
  /** Answers with the page that `show` makes for a valid link, or with the refusal. */
  async function serve(
    { token, purposes, raw }: { token: string; purposes: readonly LinkPurpose[]; raw: FastifyRequest },
    show: (link: MailLink) => Promise<string>,
  ): Promise<Answer | RestRefusal> {
    const { is, ...rest } = readMailLink(token, { purposes, secret, nowMs: clock.now() });
    if (is === 'broken') return refused({ is }, raw);
    const { link } = rest as { link: MailLink };
    return is === 'expired' ? refused({ is, link }, raw) : answer(200, await show(link), HTML);
  }

  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    // These routes need no sign-in and have no limit: a mail provider posts for all its people from one address (RFC
    // 8058).
    const router = createRouter({
      http: scope,
      authenticate: async () => null,
      limits: NO_REQUEST_LIMITS,
      noteRefusal: async () => {},
    });
    const links = [
      ['unsubscribe', ['unsubscribe', 'resubscribe']],
      ['snooze', ['snooze', 'unmute']],
    ] as const;
    for (const [name, purposes] of links) {
      router.route(`GET /api/${name}/:token`, ({ params: { token }, raw }) =>
        serve({ token, purposes, raw }, async (link) => askingPage(link.purpose, await readContext(deps, link))),
      );
      router.route(`POST /api/${name}/:token`, ({ params: { token }, raw, author }) =>
        serve({ token, purposes, raw }, async (link) => {
          const outcome = await changeByMailLink(deps, author, link);
          const nowMs = clock.now();
          const undoToken = undoTokenOf(outcome, link, secret, nowMs);
          return donePage(outcome, undoToken, nowMs, await readContext(deps, link));
        }),
      );
    }
  });
}
