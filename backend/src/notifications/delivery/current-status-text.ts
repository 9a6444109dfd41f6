import { withoutLinks } from '../../mail/mail-name-sanitizer.ts';

/** What a message says of now. */
export interface CurrentStatus {
  /** One line: `Now, 19:39: 6 of 240 offline. 2 are over.` */
  line: string;
  /** All that it tells is over: its title says so, too, because that is what a list of mails and a lock screen show. */
  isOver: boolean;
}

/** The title of a message as it is sent. Pure. */
export const titleNow = (title: string, { isOver }: Pick<CurrentStatus, 'isOver'>): string =>
  isOver ? `Over: ${title}` : title;

/** Of the outages that a message tells of as open: what each is now. */
interface Since {
  isOver: boolean;
  /** Who acknowledged it, where it is open. */
  knownBy: string | null;
}

/** What has become of what is told, in a line; null where all of it is as it is told. Pure. */
export function describeSince(outages: readonly Since[]): string | null {
  const count = outages.length;
  const over = outages.filter(({ isOver }) => isOver).length;
  const known = outages.filter(({ isOver, knownBy }) => !isOver && knownBy !== null);
  const [name, ...others] = new Set(known.map(({ knownBy }) => withoutLinks(knownBy!)));
  const who = others.length === 0 ? name : 'Several people';
  const sentences: string[] = [];
  if (over > 0)
    sentences.push(
      count === 1 ? 'It is over.' : over === count ? 'All are over.' : `${over} ${over === 1 ? 'is' : 'are'} over.`,
    );
  if (known.length > 0) {
    const what = count === 1 ? 'it' : known.length === count ? 'all of them' : `${known.length} of them`;
    sentences.push(`${who} acknowledged ${what}.`);
  }
  return sentences.length === 0 ? null : sentences.join(' ');
}
