import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoted, withoutLinks } from './mail-name-sanitizer.ts';

/** As a mail program finds links in plain text: an address with a scheme, a host name, an e-mail address. */
const LINK = /[a-z][a-z0-9+.-]*:\/\/\S|(?<!\p{L})mailto:\S|[\p{L}\p{N}-]\.[\p{L}\p{N}-]*\p{L}/iu;

describe('M4: a name in a mail', () => {
  const pieces = fc.constantFrom(
    'http://',
    'HTTPS://',
    'mailto:',
    'evil',
    '.',
    '。',
    '．',
    'example',
    '/x',
    '@',
    ' ',
    '\n',
    '\u202e',
    '”',
    '"',
    'ß',
    '1',
  );
  const name = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

  test('M4: is no link, whatever it is made of', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(withoutLinks(text)).not.toMatch(LINK);
        expect(withoutLinks(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]|(?<=[\p{L}\p{N}])[。．](?=\p{L})/u);
      }),
      { numRuns: 5_000 },
    );
  });

  test('M4: cannot end the quotation that it stands in', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(quoted(text)).toMatch(/^“[^“”„‟"«»\n]*”$/);
      }),
    );
  });

  test.each([
    ['Halle 5.1, Nord (10:30)', 'Halle 5.1, Nord (10:30)'],
    ['Dr. Who & Co.', 'Dr. Who & Co.'],
    ['Foyer: left', 'Foyer: left'],
    ['http://evil.example/login', 'http[:]//evil[.]example/login'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['ask eve@evil.example', 'ask eve@evil[.]example'],
  ])('%s reads %s', (text, shown) => {
    expect(withoutLinks(text)).toBe(shown);
  });
});
