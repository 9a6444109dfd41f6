/** A mail in plain text, to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

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

/** The message as it travels and as a mail program opens it (RFC 5322); `at` is when it was written. */
export function formatMessage({ to, subject, text }: Mail, from: string, messageId: string, at: Date): string {
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encodeHeaderText(subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${messageId}@sign-display-service>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    // Base64 in lines of 76: no line of the text is too long, and none can end the message.
    ...(Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
