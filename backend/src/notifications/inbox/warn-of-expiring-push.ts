import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Language } from '@sign-display/contracts/languages';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import { sql } from 'kysely';
import { languageOfMail } from '../../access/mail-language.ts';
import type { DashboardFeed } from '../../cluster/dashboard-feed.ts';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import type { PostOffice } from '../../mail/send-mail-with-retries.ts';
import { renderLetter } from '../../mail/mail-template.ts';
import type { Mail } from '../../mail/message.ts';
import { endingWords, type EndingWords } from './expiring-push-words.ts';
import { viewAccountMessage } from './notification-view.ts';

/**
 * Push endpoints end with their session, and a session ends when it is not used (details 105). So a person whose browser is about to be signed out gets
 * a mail and an inbox message a week before: without them, notifications would end unnoticed.
 */

const WARNED_BEFORE_MS = 7 * 24 * 3_600_000;

interface Ending {
  userId: string;
  email: string;
  endsAt: Date;
}

interface Warning {
  userId: string;
  email: string;
  language: Language;
  words: EndingWords;
  message: Parameters<typeof viewAccountMessage>[0];
}

const endingMail = (to: string, { title, text, action }: EndingWords, url: string, language: Language): Mail =>
  renderLetter({ to, subject: title, paragraphs: [text], action: { text: action, url }, notes: [] }, language);

export function createEndingEndpoints(
  deps: ServiceDeps & { feed: Pick<DashboardFeed, 'toUser'>; mail: PostOffice; publicUrl(): string },
) {
  const { db, clock, random, feed, mail, publicUrl } = deps;

  /**
   * Takes the endpoints whose session ends within a week and whose person was not warned yet. Another node waits for
   * these rows and then finds the warnings, so that one mail covers all browsers of a person.
   */
  async function takeEndings(trx: Trx, nowMs: number): Promise<Ending[]> {
    const [now, until] = [new Date(nowMs), new Date(nowMs + WARNED_BEFORE_MS)];
    // A session that was used after the warning ends later, so its next end is warned of again.
    const { rows } = await sql<Ending & { id: string }>`
      select p.id, p.user_id as "userId", u.email, s.expires_at as "endsAt"
      from push_subscription as p join session as s on s.id = p.session_id join "user" as u on u.id = p.user_id
      where p.stopped_at is null and s.expires_at > ${now} and s.expires_at <= ${until}
        and (p.warned_at is null or p.warned_at < s.expires_at - ${WARNED_BEFORE_MS} * interval '1 millisecond')
      order by p.id for update of p`.execute(trx);
    const ids = rows.map(({ id }) => id);
    await trx
      .updateTable('pushSubscription')
      .set({ warnedAt: now })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    return rows;
  }

  async function note(trx: Trx, nowMs: number) {
    const byPerson = Map.groupBy(await takeEndings(trx, nowMs), ({ userId }) => userId);
    const warnings: Warning[] = [];
    for (const [userId, endings] of byPerson) {
      const { email } = endings[0]!;
      const language = await languageOfMail(trx, email, null);
      const words = endingWords(
        endings.map(({ endsAt }) => endsAt),
        language,
      );
      const { title, text } = words;
      const at = new Date(nowMs);
      const message = { id: makeUuidV7(clock, random), at, kind: 'push_ending' as const, title, text, readAt: null };
      warnings.push({ userId, email, language, words, message });
    }
    const rows = warnings.map(({ userId, message }) => ({ userId, ...message }));
    if (rows.length > 0) await trx.insertInto('accountMessage').values(rows).execute();
    return warnings;
  }

  return {
    /** Sends the warnings that are due. Each end is warned of once, by any node. */
    async warn(): Promise<void> {
      const warnings = await db.transaction().execute((trx) => note(trx, clock.now()));
      for (const { userId, email, language, words, message } of warnings) {
        feed.toUser({ userId, organizationId: null }, 'notification', viewAccountMessage(message));
        const url = addressOf(publicUrl(), pathOf('home'));
        void mail.post(endingMail(email, words, url, language), { kind: 'push endpoints that end' });
      }
    },
  };
}

export type EndingEndpoints = ReturnType<typeof createEndingEndpoints>;
