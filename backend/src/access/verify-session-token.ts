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

/**
 * What the names of our cookies begin with. Where the service is reached by https, browsers take a cookie of such a name from this very host alone,
 * over https, for all paths (RFC 6265bis, 4.1.3.2): no neighbour under the same domain can set one for us.
 */
export const cookiePrefix = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}better-auth`;

export const sessionCookieName = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.session_token`;

/** The longest that browsers keep a cookie (RFC 6265bis, 5.5); the database decides when its session ends. */
export const COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** The `set-cookie` by which a browser keeps this session's cookie for longer, with the attributes that better-auth gives it. */
export const renewedCookie = (signed: string, publicUrl: string): string =>
  [
    `${sessionCookieName(publicUrl)}=${encodeURIComponent(signed)}`,
    `Max-Age=${COOKIE_SECONDS}`,
    'Path=/',
    'HttpOnly',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ');

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The value of a cookie; null where there is none, or two that differ: one of them is somebody else's, and nobody can tell which. */
function cookieValue(header: string, name: string): string | null {
  const start = `${name}=`;
  const found = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return new Set(found).size === 1 ? found[0]!.slice(start.length) : null;
}

export interface Credential {
  token: string;
  /** The token with its signature. */
  signed: string;
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
  return signed && token !== null ? { token, signed, by } : null;
}
