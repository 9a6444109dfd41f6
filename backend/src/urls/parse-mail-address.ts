import { domainToASCII } from 'node:url';

/** The address in `from`: it alone, or `Name <address>`. */
export const addressIn = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from;

/** The part of a mail address after its last @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The dots that end a name fully, of every script (UTS 46). */
const LAST_DOT = /[.\u3002\uff0e\uff61]$/;
/** The DNS has no longer ones. */
const NAME_LENGTH = 253;
/** What is in no name: the parser of URLs would cut the name there, decode it or drop it. The two joiners are letters' parts in some scripts. */
const IN_NO_NAME = /[^A-Za-z0-9.\u0080-\u{10ffff}-]|[\p{Cc}\p{Z}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u;

/** A domain in lower case and in its ASCII form; as it is, where it is none. */
function asciiDomain(domain: string): string {
  const name = domain.replace(LAST_DOT, '');
  return (name.length > NAME_LENGTH || IN_NO_NAME.test(name) ? '' : domainToASCII(name)) || domain;
}

/**
 * A mail address as SMTP takes it, and the one form in which it is stored and compared: an international domain is in its ASCII form
 * (`müller.example` is `xn--mller-kva.example`), without a dot at the end. What is no mail address stays as it is.
 */
export function smtpAddress(address: string): string {
  const domain = domainOf(address);
  return `${address.slice(0, address.length - domain.length)}${asciiDomain(domain)}`;
}
