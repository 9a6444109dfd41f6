import { onOneLine } from '@sign-display/contracts/allowed-characters';

/**
 * Names in mails. Whoever chooses a name chooses words that this service sends to others under its own address: so a name stands on one line, is no
 * link, and where it stands in a sentence of ours it is quoted. Pure.
 */

/** What mail programs make links of although nobody wrote a link: an address with a scheme, and whatever looks like a host name. */
const SCHEME_COLON = /:(?=\/\/)|(?<=(?<!\p{L})(?:mailto|tel|sms|callto|data|javascript)):(?=\S)/giu;
/** A dot (also those that browsers take for one, UTS 46) between a letter or digit and the letters of a top-level domain. */
const HOST_DOT = /(?<=[\p{L}\p{N}\p{M}_-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L})/gu;

/** Names, or words with names in them, on one line and with nothing in them that a mail program shows as a link: `evil[.]example`. */
export const withoutLinks = (words: string): string =>
  onOneLine(words).replace(SCHEME_COLON, '[:]').replace(HOST_DOT, '[.]');

/** A name inside of a sentence: in quotation marks, of which it holds none itself. */
export const quoted = (name: string, [opening, closing]: readonly string[] = ['“', '”']): string =>
  `${opening}${withoutLinks(name).replace(/[“”„‟"«»]/gu, "'")}${closing}`;
