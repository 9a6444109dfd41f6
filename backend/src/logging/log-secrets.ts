import type { LoggerOptions } from 'pino';

/**
 * What the log does not repeat of addresses (promise A3): a page's URL may hold a token in its query, its fragment or its user info, and the links of
 * our own mails hold one in their path. Such an address is anybody's words (a field, an error's message, what a kiosk says of a page), so it is looked
 * for in every line as it is written.
 */

/** In a line of JSON: a URL ends at a space, a quotation mark or an escape. */
const ADDRESS = /([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s"\\<>]*)/gi;
const TOKEN_IN_PATH = /\/(invite|invitations|unsubscribe|snooze)\/[^\s"\\<>/]+/g;
const TOKEN_IN_QUERY = /([?&#](?:token|access_token|key|code|sig|signature)=)[^\s"\\<>&#]+/gi;

function cutAddress(rest: string): string {
  const end = rest.search(/[?#]/);
  const shown = end < 0 ? rest : rest.slice(0, end);
  const slash = shown.search(/\//);
  const host = slash < 0 ? shown : shown.slice(0, slash);
  // User info ends with the last @ of the host's part.
  return shown.slice(host.lastIndexOf('@') + 1);
}

/** `text` with every address in it cut to scheme, host and path. Pure. */
export const withoutUrlSecrets = (text: string): string =>
  text
    .replace(ADDRESS, (_, scheme: string, rest: string) => scheme + cutAddress(rest))
    .replace(TOKEN_IN_PATH, '/$1/[token]')
    .replace(TOKEN_IN_QUERY, '$1[token]');

/** One page's URL as the log shows it, whatever characters it holds. Pure. */
export const loggedUrl = (url: string | null): string | null =>
  url === null ? null : withoutUrlSecrets(url.replace(/[?#].*$/s, ''));

/** What every logger of the service is made with. */
export const LOG_SAFETY: Pick<LoggerOptions, 'hooks'> = { hooks: { streamWrite: withoutUrlSecrets } };
