import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHeaderText, formatMessage } from './message.ts';

const AT = new Date('2026-11-21T08:00:00.000Z');

/** As a mail program reads it (RFC 2047). */
function decodeHeaderText(encoded: string): string {
  const words = encoded.split('\r\n ').map((word) => /^=\?utf-8\?B\?(.*)\?=$/.exec(word)?.[1]);
  if (words.some((word) => word === undefined)) return encoded;
  return words.map((word) => Buffer.from(word!, 'base64').toString()).join('');
}

describe('a mail', () => {
  test('is written as RFC 5322 has it', () => {
    const mail = { to: 'ada@example.org', subject: 'Invitation', text: 'Grüße' };
    expect(formatMessage(mail, 'Signs <no-reply@localhost>', 'id', AT).split('\r\n')).toEqual([
      'From: Signs <no-reply@localhost>',
      'To: ada@example.org',
      'Subject: Invitation',
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
      'Message-ID: <id@sign-display-service>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      'R3LDvMOfZQ==',
      '',
    ]);
  });

  test('any subject is read back as it was, and adds no header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (subject) => {
        const encoded = encodeHeaderText(subject);
        expect(decodeHeaderText(encoded)).toBe(subject);
        for (const line of encoded.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
        expect(encoded.replaceAll('\r\n ', '')).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });

  test('any text is read back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const body = formatMessage({ to: 'a@example.org', subject: '', text }, 'b@example.org', 'id', AT).split(
          '\r\n\r\n',
        )[1]!;
        expect(Buffer.from(body, 'base64').toString()).toBe(text);
      }),
    );
  });
});
