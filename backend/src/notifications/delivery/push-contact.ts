import { mailtoOf } from '../../urls/contact-url.ts';
import { addressIn, domainOf } from '../../urls/parse-mail-address.ts';
import { isPublicName } from '../../urls/public-host-name.ts';

/**
 * Whom a push service may write to (RFC 8292, section 2.1). Push services refuse a contact that nobody can reach (`mailto:no-reply@localhost`),
 * so without a public one push is off.
 */
export type PushContact = { subject: string } | { off: string };

const OFF =
  'Push is disabled because push services reject messages without a public contact. Set PUSH_CONTACT to a mail address or an https URL.';

/** `contact` is PUSH_CONTACT (null: not set), `mailFrom` MAIL_FROM. Pure. */
export function pushContact(settings: { contact: string | null; mailFrom: string; publicUrl: string }): PushContact {
  const { contact, mailFrom, publicUrl } = settings;
  if (contact !== null) return { subject: contact };
  const sender = addressIn(mailFrom);
  if (isPublicName(domainOf(sender))) return { subject: mailtoOf(sender) };
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' && isPublicName(hostname) ? { subject: origin } : { off: OFF };
}
