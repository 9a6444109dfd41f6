/**
 * Recognizes hosts that mean the machine itself. `host` comes from a URL, with or without an IPv6 address's brackets, or is
 * an IP address in its shortest form. Pure.
 */

const IPV4_LOOPBACK = String.raw`127(?:\.\d{1,3}){3}`;
const LOOPBACK = new RegExp(
  `^(?:(?:.+\\.)?localhost|${IPV4_LOOPBACK}|::1|::ffff:(?:${IPV4_LOOPBACK}|7f[\\da-f]{2}:[\\da-f]{1,4}))$`,
);
/** A server at one of these addresses listens on all addresses; a client reaches its own machine. */
const UNSPECIFIED = ['0.0.0.0', '::'];

const normal = (host: string): string =>
  host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/** `localhost` and names below it, 127.0.0.0/8, `::1`, and 127.0.0.0/8 as IPv4-mapped IPv6. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(normal(host));

/** A host that leads no other machine to this one: loopback or unspecified. */
export const isOwnMachineHost = (host: string): boolean => isLoopbackHost(host) || UNSPECIFIED.includes(normal(host));

/**
 * The warning of a program that connects to the service at `origin`; null where the connection is encrypted or stays on
 * this machine.
 */
export function clearTextWarning(origin: string): string | null {
  const host = /^http:\/\/(\[[^\]]*\]|[^:/]*)/i.exec(origin)?.[1];
  if (host === undefined || isOwnMachineHost(host)) return null;
  return `The connection to ${origin} is not encrypted: other devices on the network can read passwords and change pages. Use https://.`;
}
