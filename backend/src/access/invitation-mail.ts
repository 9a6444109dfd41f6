import type { Language } from '@sign-display/contracts/languages';
import type { Role } from '@sign-display/contracts/roles';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';
import { mailWords } from './mail-words/words-for-language.ts';

interface InvitationDetails {
  to: string;
  organization: string;
  inviter: string;
  role: Role;
  /** Good once, for seven days (contract, section 3). */
  link: string;
}

/** What an invited person reads. */
export function invitationMail({ to, organization, inviter, role, link }: InvitationDetails, language: Language): Mail {
  const { words, quote } = mailWords(language);
  const { subject, text, action, notes } = words.invitation;
  return renderLetter(
    {
      to,
      subject: subject(quote(organization)),
      paragraphs: [text(quote(inviter), quote(organization), role)],
      action: { text: action, url: link },
      notes,
    },
    language,
  );
}
