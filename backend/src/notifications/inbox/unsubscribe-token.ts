import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link in a mail may do: end the mails of this event to this person. Nothing else, and without a session (RFC 8058). */
export interface Unsubscription {
  userId: string;
  eventId: string;
}

/** Of this purpose: no other signature with the service's key is one of these. */
const macOf = (subject: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe\n${subject}`).digest();

/** `subject.signature`, both base64url; it never ends, as the mail lies in the mailbox for years. `secret`: AUTH_SECRET. */
export function signUnsubscribeToken({ userId, eventId }: Unsubscription, secret: string): string {
  const subject = Buffer.from(JSON.stringify([userId, eventId])).toString('base64url');
  return `${subject}.${macOf(subject, secret).toString('base64url')}`;
}

/** What a token says, or null where this service has not signed it. Takes any text. */
export function verifyUnsubscribeToken(token: string, secret: string): Unsubscription | null {
  const [subject = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = macOf(subject, secret);
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [userId, eventId] = JSON.parse(Buffer.from(subject, 'base64url').toString()) as [string, string];
  return { userId, eventId };
}
