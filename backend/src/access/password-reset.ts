import { ROUTES } from '@sign-display/contracts/routes';
import type { FastifyBaseLogger } from 'fastify';
import { ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import type { Author } from '../http/change-author-types.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { PostOffice } from '../mail/send-mail-with-retries.ts';
import type { BetterAuth } from './better-auth.ts';
import { recordAccountEvent } from './account-events.ts';
import { languageOfMail } from './mail-language.ts';
import { countAttempt } from './count-limited-attempts.ts';
import { passwordResetMail } from './password-reset-mail.ts';
import { normalizeEmail } from './users-repository.ts';

const MESSAGE = 'If there is an account with this address, a mail with a link was sent.';
const OUTBOX_MESSAGE =
  'Mail is not set up, so no mail was sent. If there is an account with this address, the operator of the service has the mail with the link as a file.';

/**
 * Asking for another password (promise A3). The answer is given after one query that every address takes, and before anything is done
 * about it, so that neither it nor its time tells whether there is an account; better-auth makes and keeps the token (hashed).
 */
export function createPasswordReset(
  deps: ServiceDeps & {
    log: Pick<FastifyBaseLogger, 'error'>;
    betterAuth: () => BetterAuth;
    publicUrl(): string;
    mail: PostOffice;
    /** True without a mail server: mails are written to a folder. */
    isOutbox: boolean;
  },
) {
  const { db, clock, log, betterAuth, publicUrl, mail, isOutbox } = deps;
  const underWay = new Set<Promise<void>>();

  /** Nobody's mailbox can be filled from here: so many mails an hour and day, whoever asks. */
  async function makeLink(userId: string, email: string, author: Author): Promise<void> {
    const limits = ATTEMPT_LIMITS.passwordResetsOfAddress;
    const waitMs = await countAttempt(db, { kind: 'password resets of an address', key: email, limits }, clock.now());
    if (waitMs > 0) return;
    const action = ROUTES['POST /api/auth/request-password-reset'].audit;
    await recordAccountEvent(deps, { userId, author, action, outcome: 'ok' });
    await betterAuth().api.requestPasswordReset({ body: { email } });
  }

  return {
    /** POST /api/auth/request-password-reset: the answer, which is the same for every address. Rejects where the database is away. */
    async request(typed: string, author: Author): Promise<{ status: true; message: string }> {
      const email = normalizeEmail(typed);
      const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
      if (user) {
        const making: Promise<void> = makeLink(user.id, email, author)
          .catch((error: unknown) => log.error({ err: error }, 'password reset link not created'))
          .finally(() => underWay.delete(making));
        underWay.add(making);
      }
      return { status: true, message: isOutbox ? OUTBOX_MESSAGE : MESSAGE };
    },
    /** Hands the mail with the link over; better-auth has made the token. */
    async sendLink(email: string, token: string): Promise<void> {
      const language = await languageOfMail(db, email, null);
      const link = addressOf(publicUrl(), pathOf('resetPassword', { token }));
      void mail.post(passwordResetMail({ to: email, link }, language), { kind: 'password reset' });
    },
    /** Resolves when nothing of it is under way any more. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type PasswordReset = ReturnType<typeof createPasswordReset>;
