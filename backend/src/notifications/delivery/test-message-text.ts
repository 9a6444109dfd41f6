import { addressOf, isBuilt, pathOf } from '@sign-display/contracts/page-paths';
import { renderLetter } from '../../mail/mail-template.ts';
import type { Mail } from '../../mail/message.ts';
import { quoted, withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import type { NotificationWords } from '../words/english.ts';
import type { PushPayload } from './push-sender.ts';

/**
 * Makes the test message by which a person checks that messages arrive. Its text begins with that, and then describes
 * the event's state (promise N11). Pure.
 */

interface TestMessage {
  /** The identifier of this test. As the push's tag, it keeps the test from replacing a real message of the event. */
  id: string;
  eventId: string;
  eventName: string;
  /** The event's state, from `describeEventStatus`. */
  standing: string;
  publicUrl: string;
  /** The texts in the language of the person who requested the test. */
  words: NotificationWords;
}

const explain = ({ eventName, words }: Pick<TestMessage, 'eventName' | 'words'>): string =>
  words.test.text(quoted(eventName, words.quotes));

/** Makes the text for the inbox and a push. */
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
