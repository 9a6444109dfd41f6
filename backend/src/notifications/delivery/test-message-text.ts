import { addressOf, isBuilt, pathOf } from '@sign-display/contracts/page-paths';
import { renderLetter } from '../../mail/mail-template.ts';
import type { Mail } from '../../mail/message.ts';
import { quoted, withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import type { NotificationWords } from '../words/english.ts';
import type { PushPayload } from './push-sender.ts';

/** A message that somebody asked for, to see whether messages reach them. Says so first, and how things stand (promise N11). Pure. */

interface TestMessage {
  /** Of this test: no push of the event that tells of something is replaced by it. */
  id: string;
  eventId: string;
  eventName: string;
  /** As `describeStand` has it. */
  standing: string;
  publicUrl: string;
  /** In the language of the person who requested the test. */
  words: NotificationWords;
}

const explain = ({ eventName, words }: Pick<TestMessage, 'eventName' | 'words'>): string =>
  words.test.text(quoted(eventName, words.quotes));

/** As the inbox and a lock screen show it. */
export const testText = (message: Pick<TestMessage, 'eventName' | 'standing' | 'words'>): string =>
  `${explain(message)}\n${message.standing}`;

/** The page where the recipient can change their subscriptions; the event's wall until that page is built. */
const targetOf = ({ eventId, publicUrl, words }: TestMessage): { text: string; url: string } =>
  isBuilt('subscription')
    ? { text: words.foot.change, url: addressOf(publicUrl, pathOf('subscription', { event: eventId })) }
    : { text: words.open.wall, url: addressOf(publicUrl, pathOf('wall', { eventId })) };

export function testPush(message: TestMessage): PushPayload {
  const { id, eventId, eventName, words } = message;
  const { url } = targetOf(message);
  const title = `${words.test.title} – ${eventName}`;
  return { notificationId: id, title, text: testText(message), eventId, kind: 'test', tag: id, url };
}

export function testMail(message: TestMessage, { to, unsubscribeUrl }: { to: string; unsubscribeUrl: string }): Mail {
  const { id, eventName, standing, words } = message;
  const letter = {
    to,
    subject: `${words.test.title} (${withoutLinks(eventName)})`,
    paragraphs: [explain(message), standing],
    action: targetOf(message),
    notes: [words.test.note],
  };
  return { ...renderLetter(letter, words.language), id, unsubscribeUrl };
}
