import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signs and reads the links of mails (contract, 3.1). Each token has one purpose: `resubscribe` and `unmute` undo the
 * change that a mail's link has just made.
 */
export const LINK_PURPOSES = ['unsubscribe', 'resubscribe', 'snooze', 'unmute'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** A link works for this long after its mail. */
export const LINK_LIFETIME_MS = 30 * 24 * 3_600_000;

interface LinkSubject {
  userId: string;
  eventId: string;
  /** When the service signed the token. */
  issuedAtMs: number;
}

/** The end of a snooze that a link has set, and the end of the snooze before; null if there was none. */
export interface SetSnooze {
  untilMs: number;
  beforeMs: number | null;
}

/** `issuedAtMs` null: a version before links had a time signed it. `set`: only of `unmute`. */
export interface MailLink extends Omit<LinkSubject, 'issuedAtMs'> {
  purpose: LinkPurpose;
  issuedAtMs: number | null;
  set: SetSnooze | null;
}

/** `expired`: the service signed it, but more than 30 days ago. */
export type ReadLink = { is: 'valid' | 'expired'; link: MailLink } | { is: 'broken' };

/** The purpose is part of the signed text, so no signature fits another purpose or another use of the service's key. */
const macOf = (purpose: LinkPurpose, subject: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n${subject}`).digest();

/** Makes the token `subject.signature`, both in base64url. `secret`: AUTH_SECRET. */
export function signMailLink(
  { purpose, userId, eventId, issuedAtMs, set = null }: LinkSubject & { purpose: LinkPurpose; set?: SetSnooze | null },
  secret: string,
): string {
  const parts = [userId, eventId, issuedAtMs, ...(set === null ? [] : [set.untilMs, set.beforeMs])];
  const subject = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${subject}.${macOf(purpose, subject, secret).toString('base64url')}`;
}

type Parts = [userId: string, eventId: string, issuedAtMs?: number, untilMs?: number, beforeMs?: number | null];

/** The links of older versions had no time, never expired, and had one purpose: to end mails. */
function isExpired({ purpose, issuedAtMs }: MailLink, nowMs: number): boolean {
  if (issuedAtMs === null) return purpose !== 'unsubscribe';
  return nowMs - issuedAtMs > LINK_LIFETIME_MS;
}

/** Reads a token that may have one of these purposes. Takes any text. Pure. */
export function readMailLink(
  token: string,
  { purposes, secret, nowMs }: { purposes: readonly LinkPurpose[]; secret: string; nowMs: number },
): ReadLink {
  const [subject = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const purpose = purposes.find((each) => {
    const right = macOf(each, subject, secret);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  if (purpose === undefined || more.length > 0) return { is: 'broken' };
  const parts = JSON.parse(Buffer.from(subject, 'base64url').toString()) as Parts;
  const [userId, eventId, issuedAtMs = null, untilMs, beforeMs = null] = parts;
  const set = untilMs === undefined ? null : { untilMs, beforeMs };
  const link = { purpose, userId, eventId, issuedAtMs, set };
  return { is: isExpired(link, nowMs) ? 'expired' : 'valid', link };
}
