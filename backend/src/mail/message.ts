import { isIP } from 'node:net';
import { onOneLine } from '@sign-display/contracts/allowed-characters';
import { addressIn, domainOf, smtpAddress } from '../urls/parse-mail-address.ts';

/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for a mail program that shows HTML. */
  html?: string;
  /** By which a second sending of the same mail is known (its `Message-ID`); a new one where it is absent. */
  id?: string;
  /** Ends such mails with one click, a POST without a session (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Mail programs show some eighty characters; what is longer than this is no subject. */
const SUBJECT_LENGTH = 200;

/** The subject on one line of at most `SUBJECT_LENGTH` whole characters (code points), cut between words where there are any. */
export function subjectOf({ subject }: Mail): string {
  const whole = Array.from(onOneLine(subject));
  if (whole.length <= SUBJECT_LENGTH) return whole.join('');
  const cut = whole.slice(0, SUBJECT_LENGTH - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > SUBJECT_LENGTH / 2 ? space : cut.length).join('')}…`;
}

/** What a mail's header says beside from whom, to whom and what of. */
export const extraHeaders = ({ unsubscribeUrl }: Mail): Record<string, string> => ({
  // No mail of ours is written by a person: no answering machine answers it (RFC 3834, section 5).
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/**
 * The domain of our Message-IDs (RFC 5322, section 3.6.4: one that is ours): the sender's, or, where that is a name of no domain (`localhost`), the
 * host of `publicUrl`. An address of a network stands in brackets, as the grammar has it.
 */
export function messageDomain(from: string, publicUrl: string): string {
  const ofSender = domainOf(smtpAddress(addressIn(from)));
  if (ofSender.includes('.')) return ofSender;
  const { hostname } = new URL(publicUrl);
  return isIP(hostname) === 4 ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:');
}

export const messageIdOf = (id: string, domain: string): string => `<${id}@${domain}>`;

export type SendMail = (mail: Mail) => Promise<void>;

/** An encoded word may have 75 characters (RFC 2047): 45 bytes are 60 of base64, and the frame. */
const WORD_BYTES = 45;

/**
 * A header's text. What is not plain ASCII becomes encoded words, folded; so does every control character, and a name with a line break
 * cannot add a header.
 */
export function encodeHeaderText(text: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?')) return text;
  const words: string[] = [''];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1) + character) > WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** Base64 in lines of 76: no line of the text is too long, and none can end the message. */
const partOf = (type: 'plain' | 'html', content: string): string[] => [
  `Content-Type: text/${type}; charset=utf-8`,
  'Content-Transfer-Encoding: base64',
  '',
  ...(Buffer.from(content)
    .toString('base64')
    .match(/.{1,76}/g) ?? []),
];

/** The message as it travels and as a mail program opens it (RFC 5322); `domain` is the Message-ID's, `at` when it was written. */
export function formatMessage(mail: Mail, sent: { from: string; id: string; domain: string; at: Date }): string {
  const { to, text, html } = mail;
  const { from, id, domain, at } = sent;
  // No line of base64 has a hyphen.
  const boundary = `--${id}`;
  const body =
    html === undefined
      ? partOf('plain', text)
      : [
          `Content-Type: multipart/alternative; boundary="${id}"`,
          '',
          boundary,
          ...partOf('plain', text),
          boundary,
          ...partOf('html', html),
          `${boundary}--`,
        ];
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encodeHeaderText(subjectOf(mail))}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageIdOf(id, domain)}`,
    ...Object.entries(extraHeaders(mail)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    ...body,
  ];
  return `${lines.join('\r\n')}\r\n`;
}
