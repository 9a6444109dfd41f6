import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The credential of a request: better-auth's session token with its signature, `token.signature`, as a bearer token or as a cookie. The
 * signature (HMAC-SHA256 with AUTH_SECRET, base64) is checked first, so that nothing made up reaches the database.
 */

const SIGNATURE_LENGTH = 44;

/** The session token in a signed value; null where the signature is not ours. */
export function verifySignedToken(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const token = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  if (given.length !== SIGNATURE_LENGTH || expected.length !== SIGNATURE_LENGTH) return null;
  return timingSafeEqual(given, expected) ? token : null;
}

/** As better-auth names it: with a prefix that browsers take over https only, where the service is reached by https. */
export const sessionCookieName = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Secure-' : ''}better-auth.session_token`;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function cookieValue(header: string, name: string): string | null {
  const start = `${name}=`;
  const found = header.split(';').find((pair) => pair.trimStart().startsWith(start));
  return found === undefined ? null : found.trim().slice(start.length);
}

export interface Credential {
  token: string;
  by: 'bearer' | 'cookie';
}

/** What a request shows to be let in; a bearer token before a cookie. Null where there is nothing that we have signed. */
export function readCredential(
  headers: { authorization?: string | undefined; cookie?: string | undefined },
  secret: string,
  cookieName: string,
): Credential | null {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const by = bearer === undefined ? 'cookie' : 'bearer';
  const encoded = bearer ?? cookieValue(headers.cookie ?? '', cookieName);
  const signed = encoded && decode(encoded);
  const token = signed ? verifySignedToken(signed, secret) : null;
  return token === null ? null : { token, by };
}
