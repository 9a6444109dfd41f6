import { domainOf, smtpAddress } from './parse-mail-address.ts';
import { isPublicName } from './public-host-name.ts';

/** URLs by which the operator of a service can be reached. Pure. */

export const mailtoOf = (address: string): string => new URL(`mailto:${smtpAddress(address)}`).href;

/**
 * A mail address, with `mailto:` or without, or an https URL, as a URL. Undefined where no one on the internet could use it: its domain is no
 * public name.
 */
export function readContactUrl(text: string): string | undefined {
  if (/[\s\p{Cc}<>,;?]/u.test(text)) return undefined;
  const url = URL.parse(text);
  if (url?.protocol === 'https:')
    return url.username === '' && url.password === '' && isPublicName(url.hostname) ? url.href : undefined;
  const address = text.replace(/^mailto:/i, '');
  return /^[^@:/]+@[^@:/]+$/.test(address) && isPublicName(domainOf(address)) ? mailtoOf(address) : undefined;
}
