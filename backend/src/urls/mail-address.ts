import { domainToASCII } from 'node:url';

/** The address in `from`: it alone, or `Name <address>`. */
export const addressIn = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from;

/** The part of a mail address after its last @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * A mail address as SMTP takes it: an international domain in its ASCII form (`müller.example` is `xn--mller-kva.example`). A domain that has
 * no such form stays as it is.
 */
export function smtpAddress(address: string): string {
  const domain = domainOf(address);
  return `${address.slice(0, address.length - domain.length)}${domainToASCII(domain) || domain}`;
}
