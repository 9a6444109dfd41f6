import type { Language } from '@sign-display/contracts/languages';
import { button, foot, heading, kicker, page, paragraph, HUES } from './mail-html.ts';
import type { Mail } from './message.ts';
import { wrapped } from './wrap-text.ts';

/** What a mail about one thing says, that asks for one step. Names in it are without links already (`mail-name-sanitizer.ts`). */
export interface Letter {
  to: string;
  /** Also its headline. */
  subject: string;
  paragraphs: readonly string[];
  /** The step; without one, nothing is to be done. */
  action?: { text: string; url: string };
  /** Small, at its end. */
  notes: readonly string[];
}

/** From whom it is, where a notification says of which event. */
const FROM = 'Sign Display Service';

/** A mail of the same family as those about signs (`notifications/delivery/notification-mail.ts`): the same words as text and as HTML. Pure. */
export function renderLetter({ to, subject, paragraphs, action, notes }: Letter, language: Language = 'en'): Mail {
  const text = [
    subject,
    FROM,
    '',
    ...paragraphs.flatMap((words) => [...wrapped(words), '']),
    ...(action ? [`${action.text}:`, action.url, ''] : []),
    ...notes.flatMap((words) => wrapped(words)),
    '',
  ];
  const rows = [
    kicker(FROM),
    heading(subject, 1),
    ...paragraphs.map((words) => paragraph(words)),
    ...(action ? [button(action.text, action.url)] : []),
    foot(notes.map((words) => [words])),
  ];
  return { to, subject, text: text.join('\n'), html: page(subject, HUES.note, rows.join(''), language) };
}
