import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHeaderText, formatMessage, messageDomain, subjectOf } from './message.ts';

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
    expect(
      formatMessage(mail, { from: 'Signs <no-reply@localhost>', id: 'id', domain: 'signs.example.org', at: AT }).split(
        '\r\n',
      ),
    ).toEqual([
      'From: Signs <no-reply@localhost>',
      'To: ada@example.org',
      'Subject: Invitation',
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
      'Message-ID: <id@signs.example.org>',
      'Auto-Submitted: auto-generated',
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

  test('F8: a subject is one line of at most 200 whole characters, and stays as it is where it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (words) => {
        const subject = subjectOf({ to: '', text: '', subject: words });
        expect(Array.from(subject).length).toBeLessThanOrEqual(200);
        expect(subject).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u);
        if (/^[!-~]*$/.test(words) && words.length <= 200) expect(subject).toBe(words);
      }),
    );
    const long = subjectOf({ to: '', text: '', subject: `${'Halle '.repeat(40)}is offline` });
    expect(long).toBe(`${'Halle '.repeat(33).trim()}…`);
    expect(Array.from(subjectOf({ to: '', text: '', subject: '😀'.repeat(300) })).length).toBe(200);
  });

  test.each([
    ['Signs <no-reply@signs.example.org>', 'https://other.example', 'signs.example.org'],
    ['no-reply@bücher.example', 'https://other.example', 'xn--bcher-kva.example'],
    ['Sign Display Service <no-reply@localhost>', 'https://signs.example.org', 'signs.example.org'],
    ['Sign Display Service <no-reply@localhost>', 'http://127.0.0.1:3000', '[127.0.0.1]'],
    ['no-reply@localhost', 'http://[::1]:3000', '[IPv6:::1]'],
    ['no-reply@localhost', 'http://localhost:3000', 'localhost'],
  ])('F8: a mail from %s of %s has a Message-ID of %s (RFC 5322, 3.6.4)', (from, publicUrl, domain) => {
    expect(messageDomain(from, publicUrl)).toBe(domain);
  });

  test('any text is read back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const body = formatMessage(
          { to: 'a@example.org', subject: '', text },
          { from: 'b@example.org', id: 'id', domain: 'x', at: AT },
        ).split('\r\n\r\n')[1]!;
        expect(Buffer.from(body, 'base64').toString()).toBe(text);
      }),
    );
  });
});
