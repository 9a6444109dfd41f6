import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import type { Language } from '@sign-display/contracts/languages';
import { renderLetter } from '../../../mail/mail-template.ts';
import type { Mail } from '../../../mail/message.ts';
import { languageOfMail } from '../../mail-language.ts';
import { mailWords } from '../../mail-words/words-for-language.ts';
import type { FactorMailDeps } from '../second-factor-off-mail.ts';

interface AddedPasskey {
  to: string;
  /** The name that the person gave the passkey. */
  name: string;
  at: Date;
  /** The page of the person's passkeys. */
  link: string;
}

/** Notifies a person that their account has one more passkey. */
export function passkeyAddedMail({ to, name, at, link }: AddedPasskey, language: Language): Mail {
  const { words, quote } = mailWords(language);
  const { subject, text, action, notes } = words.passkeyAdded;
  const paragraphs = text(quote(name), words.time(at));
  return renderLetter({ to, subject, paragraphs, action: { text: action, url: link }, notes }, language);
}

/** Mails it to the person. To be called after the commit. */
export async function mailPasskeyAdded(
  { db, clock, mail, publicUrl }: FactorMailDeps,
  { to, name }: Pick<AddedPasskey, 'to' | 'name'>,
): Promise<void> {
  const language = await languageOfMail(db, to, null);
  const details = { to, name, at: new Date(clock.now()), link: addressOf(publicUrl(), pathOf('passkeys')) };
  void mail.post(passkeyAddedMail(details, language), { kind: 'passkey added' });
}
