import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import type { Language } from '@sign-display/contracts/languages';
import type { ServiceDeps } from '../../db/database-types.ts';
import { renderLetter } from '../../mail/mail-template.ts';
import type { Mail } from '../../mail/message.ts';
import type { PostOffice } from '../../mail/send-mail-with-retries.ts';
import { languageOfMail } from '../mail-language.ts';
import { mailWords } from '../mail-words/words-for-language.ts';

interface FactorOff {
  to: string;
  /** The name of the system owner who reset it; null: the person turned it off. */
  by: string | null;
  at: Date;
  /** The page of the person's account. */
  link: string;
}

/** Notifies a person that their account has no second factor any more. */
export function secondFactorOffMail({ to, by, at, link }: FactorOff, language: Language): Mail {
  const { words, quote } = mailWords(language);
  const time = words.time(at);
  const { subject, action, notes } = by === null ? words.secondFactorOff : words.secondFactorReset;
  const paragraphs = by === null ? words.secondFactorOff.text(time) : words.secondFactorReset.text(quote(by), time);
  return renderLetter({ to, subject, paragraphs, action: { text: action, url: link }, notes }, language);
}

export type FactorMailDeps = Pick<ServiceDeps, 'db' | 'clock'> & { mail: PostOffice; publicUrl(): string };

/** Mails it to the person. To be called after the commit. */
export async function mailSecondFactorOff(
  { db, clock, mail, publicUrl }: FactorMailDeps,
  { to, by }: Pick<FactorOff, 'to' | 'by'>,
): Promise<void> {
  const language = await languageOfMail(db, to, null);
  const details = { to, by, at: new Date(clock.now()), link: addressOf(publicUrl(), pathOf('account')) };
  void mail.post(secondFactorOffMail(details, language), { kind: 'second factor off' });
}
