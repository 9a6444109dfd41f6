const REMOVED = '[address]';

/** In this order: an URL has a host, a host in brackets is an IPv6 address, a mail address has a domain. */
const PATTERNS = [
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi,
  /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g,
  /\[?\b(?:[0-9a-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4})(?![\w:])\]?(?::\d+)?/gi,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\d.])/g,
  /(?<![\w-])::(?:1|(?:ffff:)?[0-9a-f.:]+)?(?![\w:])(?::\d+)?/gi,
  /\b(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)+[a-z][a-z0-9-]{1,62}\b\.?(?::\d+)?/gi,
];

/**
 * A text for people who run the installation, without the network and mail addresses of its users (promise A10): URLs, mail addresses, IP addresses
 * and host names. An enhanced status code of a mail server (`5.1.1`) stays. Pure.
 */
export const removeAddresses = (text: string): string =>
  PATTERNS.reduce((rest, pattern) => rest.replaceAll(pattern, REMOVED), text);
