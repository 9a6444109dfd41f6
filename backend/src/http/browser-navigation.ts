import type { FastifyRequest } from 'fastify';

/** A person with a browser, who went to an address that isn't the API's. */
export const isBrowserNavigation = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean =>
  !/^\/(api|assets)\b/.test(url) && /\btext\/html\b/i.test(headers.accept ?? '');

/**
 * An address whose escapes mean nothing (`/events/%E0%A4%A`; RFC 3986, 2.1), as one that says the same and can be read: each percent sign of its path stands for itself. It is of this
 * host: two slashes at its beginning, or a backslash, would name another one.
 */
export function readableUrl(url: string): string {
  const [, path, query] = /^([^?]*)(.*)$/s.exec(url)!;
  return path!.replace(/^[/\\]*/, '/').replaceAll('%', '%25') + query!;
}
