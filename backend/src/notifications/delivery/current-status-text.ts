import { withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import type { NotificationWords } from '../words/english.ts';

/** What a message says of now. */
export interface CurrentStatus {
  /** One line: `Now, 19:39: 6 of 240 offline. 2 are over.` */
  line: string;
  /** All that it tells is over: its title says so, too, because that is what a list of mails and a lock screen show. */
  isOver: boolean;
}

/** The title of a message as it is sent. Pure. */
export const titleNow = (
  title: string,
  { isOver }: Pick<CurrentStatus, 'isOver'>,
  words: Pick<NotificationWords, 'isOver'>,
): string => (isOver ? words.isOver(title) : title);

/** Of the outages that a message tells of as open: what each is now. */
export interface Since {
  isOver: boolean;
  /** Who acknowledged it, where it is open. */
  knownBy: string | null;
}

/** What has become of what is told, in a line; null where all of it is as it is told. Pure. */
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
