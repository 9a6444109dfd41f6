import { createAccountSecurity } from '../access/auth-route-hooks.ts';
import { createAuth } from '../access/better-auth.ts';
import { createPasswordReset } from '../access/password-reset.ts';
import { createPostOffice } from '../mail/send-mail-with-retries.ts';
import { createOutbox } from '../mail/file-outbox.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import type { AppDeps } from './deps.ts';

/** Where mails go: to the mail server of the configuration, or into the outbox folder. */
export function openPost({ config, clock, random, log, publicUrl, outboxFolder, sendMail }: AppDeps) {
  const { smtpUrl, from } = config.mail;
  const smtp = smtpUrl && !sendMail ? createSmtpMailer({ url: smtpUrl, from, publicUrl, clock, random }) : null;
  const send = sendMail ?? smtp?.send ?? createOutbox({ folder: outboxFolder, from, publicUrl, clock, random });
  const isOutbox = !sendMail && !smtp;
  return {
    send,
    isOutbox,
    mail: createPostOffice({ send, isOutbox, clock, log }),
    close: () => smtp?.close(),
  };
}
export type Post = ReturnType<typeof openPost>;

/** Accounts: signing in, sessions, passwords, and the invitations that make them. */
export function createAccounts(deps: AppDeps, { mail, isOutbox }: Post) {
  const betterAuth = createAuth({
    ...deps,
    secret: deps.authSecret,
    sendPasswordReset: (email, token) => passwordReset.sendLink(email, token),
  });
  const security = createAccountSecurity({ ...deps, mail });
  const passwordReset = createPasswordReset({ ...deps, betterAuth, mail, isOutbox });
  return { betterAuth, security, passwordReset };
}
export type Accounts = ReturnType<typeof createAccounts>;
