import { readFileSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';

/** Our screen's files come from here only: a scheme of its own is an origin that no page of the network has, and `file:` stays shut. */
export const SCREEN_SCHEME = 'sign';
export const SCREEN_ORIGIN = `${SCREEN_SCHEME}://screen`;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Our screen runs its own scripts and draws its own files; it has no network at all. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NONE = { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('') };

/** Answers a request of our screen from `folder`. What is not there, or lies outside, is a 404. */
export function answerFrom(
  folder: string,
  url: string,
): { status: number; headers: Record<string, string>; body: Buffer } {
  if (!url.startsWith(`${SCREEN_ORIGIN}/`)) return NONE;
  try {
    const asked = decodeURIComponent(url.slice(SCREEN_ORIGIN.length + 1).replace(/[?#].*$/, '')) || 'index.html';
    const path = normalize(join(folder, asked));
    const type = TYPES[extname(path)];
    if (!path.startsWith(folder + sep) || type === undefined) return NONE;
    const headers = {
      'content-type': type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    };
    return { status: 200, headers, body: readFileSync(path) };
  } catch {
    return NONE;
  }
}
