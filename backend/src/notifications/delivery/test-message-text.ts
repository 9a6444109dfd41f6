import { addressOf, isBuilt, pathOf } from '@sign-display/contracts/page-paths';
import { renderLetter } from '../../mail/mail-template.ts';
import type { Mail } from '../../mail/message.ts';
import { quoted, withoutLinks } from '../../mail/mail-name-sanitizer.ts';
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
}

export const TEST_TITLE = 'This is a test: nothing has happened';

const explain = (eventName: string): string =>
  `You requested a test message for ${quoted(eventName)}. It has reached you.`;

/** As the inbox and a lock screen show it. */
export const testText = ({ eventName, standing }: Pick<TestMessage, 'eventName' | 'standing'>): string =>
  `${explain(eventName)}\n${standing}`;

/** The page where the recipient can change their subscriptions; the event's wall until that page is built. */
const targetOf = ({ eventId, publicUrl }: TestMessage): { text: string; url: string } =>
  isBuilt('subscription')
    ? { text: 'Change your notifications', url: addressOf(publicUrl, pathOf('subscription', { event: eventId })) }
    : { text: 'Open the wall', url: addressOf(publicUrl, pathOf('wall', { eventId })) };

export function testPush(message: TestMessage): PushPayload {
  const { id, eventId, eventName, standing } = message;
  const { url } = targetOf(message);
  const title = `${TEST_TITLE} – ${eventName}`;
  return { notificationId: id, title, text: testText({ eventName, standing }), eventId, kind: 'test', tag: id, url };
}

export function testMail(message: TestMessage, { to, unsubscribeUrl }: { to: string; unsubscribeUrl: string }): Mail {
  const { id, eventName, standing } = message;
  const letter = renderLetter({
    to,
    subject: `${TEST_TITLE} (${withoutLinks(eventName)})`,
    paragraphs: [explain(eventName), standing],
    action: targetOf(message),
    notes: ['You get this message because you requested it.'],
  });
  return { ...letter, id, unsubscribeUrl };
}
