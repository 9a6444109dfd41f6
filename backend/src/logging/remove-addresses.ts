import { isIP } from 'node:net';

const REMOVED = '[address]';

const URLS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
/** The name may be quoted (`"anna maria"@example.org`), the domain may be an address in brackets. */
const MAIL_ADDRESSES = /(?:"(?:[^"\\]|\\.)*"|[^\s"'<>(),;:]+)@(?:\[[^\]\s]*\]|[^\s"'<>(),;:]+)/g;
const IN_BRACKETS = /\[(?:ipv6:)?([^[\]\s]+)\](?::\d+)?/gi;
/** A text that may have an IP address, with what may be glued to it. */
const RUNS = /[\w:.%-]+/g;
/** An IPv6 address has 45 characters at most; its zone may follow. */
const LONGEST = 64;
const FOUR_NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const MAC_ADDRESSES = /(?<!\w)(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?!\w)/gi;
const DOTTED_HOSTS =
  /(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_][\p{L}\p{N}_-]{0,62}\.)+\p{L}[\p{L}\p{N}-]{1,62}\.?(?::\d+)?/giu;
/** Host names of one word, as errors of Node, of TLS and of mail servers have them. */
const HOSTS_OF_ONE_WORD = [
  /(?<=\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EPIPE)\s+)[\w-]+(?::\d+)?/g,
  /(?<=\b(?:Host: |DNS:|(?:host|hostname|name|server|relay|helo)=))[\w-]+(?::\d+)?/gi,
  /\blocalhost\b(?::\d+)?/gi,
  /\b[a-z][\w-]*:(?:25|53|80|443|465|587|2525|5432|6379|6432|8080|8443)\b/gi,
  /\b[\w-]+(?=\[address\])/g,
];

const isAddress = (text: string): boolean => isIP(text) !== 0 || FOUR_NUMBERS.test(text);

/** Where an address may begin, and before which character it may end: a full stop only at the end of the run. */
const BEGINS = /^|(?<=[:_-])/g;
const ENDS = /$|[:_-]|\.(?=[.:-]*$)/g;
const placesOf = (pattern: RegExp, text: string): number[] => Array.from(text.matchAll(pattern), ({ index }) => index);

/** A run without the IP address in it, and without the address's port. */
function withoutAddress(run: string): string {
  for (const begin of placesOf(BEGINS, run)) {
    const text = run.slice(begin, begin + LONGEST);
    const end = placesOf(ENDS, text).findLast((place) => isAddress(text.slice(0, place)));
    if (end !== undefined) return run.slice(0, begin) + REMOVED + run.slice(begin + end).replace(/^:\d+/, '');
  }
  return run;
}

/**
 * A text for people who run the installation, without the network and mail addresses of its users (promise A10): URLs, mail addresses, IP and MAC
 * addresses, and host names. A host name of one word is removed where an error names a host. An enhanced status code of a mail server (`5.1.1`) and
 * times (`20:40:15`) stay. Pure.
 */
export const removeAddresses = (text: string): string =>
  [MAC_ADDRESSES, DOTTED_HOSTS, ...HOSTS_OF_ONE_WORD].reduce(
    (rest, pattern) => rest.replaceAll(pattern, REMOVED),
    text
      .replaceAll(URLS, REMOVED)
      .replaceAll(MAIL_ADDRESSES, REMOVED)
      .replaceAll(IN_BRACKETS, (whole, inner: string) => (isAddress(inner) ? REMOVED : whole))
      .replaceAll(RUNS, withoutAddress),
  );
