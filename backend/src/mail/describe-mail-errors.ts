/** What nodemailer rejects with, as far as anybody looks at it. */
export interface MailError {
  code?: string;
  /** Of SMTP (RFC 5321, 4.2.1): 4xx is for now, 5xx for good. */
  responseCode?: number;
  command?: string;
  message?: string;
}

/** The mail server's own words are for whoever mends its settings; they may be long. */
const REASON_LENGTH = 300;

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A push service may repeat the endpoint, which is a secret of the browser, and a mail server an address (promise A3). */
export const withoutLinksAndAddresses = (text: string): string =>
  text.replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[link]').replace(/(?:"[^"]*"|[^\s<>"]+)@[^\s<>"]+/g, '[address]');

/**
 * Why a mail was not taken, in the server's words, without what they may repeat of the mail: addresses (of `to` also the part before the @, alone or
 * encoded) and links (promise A3).
 */
export function reasonOf({ message }: MailError, to: string): string {
  const localPart = escapeRegExp(to.slice(0, to.lastIndexOf('@')));
  const isLocalPart = new RegExp(`(?<![\\p{L}\\p{N}])${localPart}(?![\\p{L}\\p{N}])`, 'giu');
  return withoutLinksAndAddresses(String(message)).replace(isLocalPart, '[address]').slice(0, REASON_LENGTH);
}

/**
 * The same for an admin of one of the service's organizations: what the mail server said of this mail, but nothing of our way to it (its address, our
 * account), which is the business of whoever runs the service, and in the log.
 */
export function reasonForAdmin(error: MailError, to: string): string {
  if (error.code === 'EAUTH') return 'The service could not sign in to its mail server.';
  if (error.responseCode !== undefined) return `The mail server did not take it: ${reasonOf(error, to)}`;
  if (error.code === 'EENVELOPE') return 'No mail can be sent to this address.';
  return 'The mail server could not be reached.';
}

/**
 * Whether this server would refuse the same mail again. Its code says so where there is one: nodemailer calls also a 451 EENVELOPE, where it is
 * of the only recipient. A login that fails is our settings' fault, and no mail's.
 */
export const isRefusedForGood = ({ responseCode, code }: MailError): boolean =>
  responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500 && code !== 'EAUTH';
