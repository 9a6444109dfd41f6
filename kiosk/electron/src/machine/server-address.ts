import { isIP } from 'node:net';
import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';

/** The service's address, as people type it and settings have it. */

/**
 * The origin (`https://signs.example`), or what is wrong in words for whoever set it. Without a scheme it is https, on this very machine http. What people paste (a path
 * of the dashboard, a password) is refused: the kiosk would send it with every request.
 */
export function readServerAddress(typed: string): { origin: string } | { problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: 'is empty' };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const [host = ''] = text.split(/:\d+(?:\/|$)|\//);
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `${isLoopbackHost(host) ? 'http' : 'https'}://${text}`);
  } catch {
    return { problem: 'is no address of a web server, such as https://signs.example' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { problem: 'begins neither with https:// nor with http://' };
  if (url.username !== '' || url.password !== '') return { problem: 'has a user name or a password in it' };
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return { problem: `has something behind the host; ${url.origin} is enough` };
  return { origin: url.origin };
}

/** What there is to look up; `isNumber`: nothing. */
export function hostOf(origin: string): { host: string; isNumber: boolean; isLoopback: boolean } {
  const { hostname } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, isNumber: isIP(host) !== 0, isLoopback: isLoopbackHost(hostname) };
}
