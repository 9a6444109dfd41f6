import { withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import type { NotificationWords } from '../words/english.ts';

/** The part of a message about the present state. */
export interface CurrentStatus {
  /** One line: `Now, 19:39: 6 of 240 offline. 2 are over.` */
  line: string;
  /**
   * All problems in the message are over. The title says so too, because lists of mails and lock screens show only the
   * title.
   */
  isOver: boolean;
}

/** Makes the title of a message at the time of sending. Pure. */
export const titleNow = (
  title: string,
  { isOver }: Pick<CurrentStatus, 'isOver'>,
  words: Pick<NotificationWords, 'isOver'>,
): string => (isOver ? words.isOver(title) : title);

/** The present state of an outage that a message reports as open. */
export interface Since {
  isOver: boolean;
  /** The person who acknowledged the outage, if it is open. */
  knownBy: string | null;
}

/**
 * Describes in a line which of the reported outages have ended or were acknowledged; null if neither is true of any.
 * Pure.
 */
export function describeSince(outages: readonly Since[], { status }: NotificationWords): string | null {
  const count = outages.length;
  const over = outages.filter(({ isOver }) => isOver).length;
  const known = outages.filter(({ isOver, knownBy }) => !isOver && knownBy !== null);
  const [name, ...others] = new Set(known.map(({ knownBy }) => withoutLinks(knownBy!)));
  const sentences: string[] = [];
  if (over > 0) sentences.push(status.over(over, count));
  if (name !== undefined) sentences.push(status.acknowledged(others.length === 0 ? name : null, known.length, count));
  return sentences.length === 0 ? null : sentences.join(' ');
}
