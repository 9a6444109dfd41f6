import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timesAsMuch } from '../testing/time-growth.ts';
import { namesEtag } from './if-none-match.ts';

const ETAG = '"7-320"';
/** An opaque tag has any of these in it, commas too (RFC 9110, 8.8.3). */
const tagCharacter = fc.constantFrom(..."!#$%&'()*+,-./0189:;<=>?@AZ[\\]^_`az{|}~ÿ");
const tag = fc.string({ unit: tagCharacter, maxLength: 12 }).map((text) => `"${text}"`);
const listed = fc.tuple(fc.constantFrom('', 'W/'), tag).map(([weak, text]) => ({ weak, text }));
const space = fc.constantFrom('', ' ', '\t ');

test('a list names a tag if and only if it stands in it, weak or not, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(space, fc.option(listed), space), { maxLength: 6 }), tag, (elements, etag) => {
      const header = elements
        .map(([before, each, after]) => `${before}${each ? each.weak + each.text : ''}${after}`)
        .join(',');
      expect(namesEtag(header, etag)).toBe(elements.some(([, each]) => each?.text === etag));
    }),
  );
});

test.each([
  [undefined, false],
  ['', false],
  ['*', true],
  [' * ', true],
  ['*, "7-320"', false],
  ['"7-320"', true],
  ['W/"7-320"', true],
  ['w/"7-320"', false],
  ['"7-320', false],
  ['7-320', false],
  ['"7-3200", "7"', false],
  ['"a,"7-320""', false],
  ['"a","7-320"', true],
  ['"7-320" "a"', false],
])('If-None-Match: %s names it: %s', (header, isNamed) => {
  expect(namesEtag(header, ETAG)).toBe(isNamed);
});

/** The grammar read one character after the other, as slowly as it likes: the tags of the list, or null where it is none. */
function readSlowly(header: string): string[] | null {
  const tags: string[] = [];
  const isSpace = (at: number) => header[at] === ' ' || header[at] === '\t';
  let at = 0;
  for (;;) {
    while (isSpace(at)) at += 1;
    if (header.startsWith('W/"', at)) at += 2;
    if (header[at] === '"') {
      const end = header.indexOf('"', at + 1);
      const inside = header.slice(at + 1, end);
      if (end < 0 || Array.from(inside).some((each) => each <= ' ' || each === '\x7f' || each > 'ÿ')) return null;
      tags.push(`"${inside}"`);
      at = end + 1;
    }
    while (isSpace(at)) at += 1;
    if (at === header.length) return tags;
    if (header[at] !== ',') return null;
    at += 1;
  }
}

const piece = fc.constantFrom(
  '"',
  '"',
  ',',
  ' ',
  '\t',
  'W/',
  'w',
  '/',
  '"a"',
  '"b"',
  'a',
  ETAG,
  '\x7f',
  'ÿ',
  'Ā',
  '\n',
);
test('any header names just the tags that a reader character by character finds', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(ETAG, '"a"', '"b"', '","'), (pieces, etag) => {
      const header = pieces.join('');
      expect(namesEtag(header, etag)).toBe(readSlowly(header)?.includes(etag) ?? false);
    }),
    { numRuns: 5_000 },
  );
});

test('A5: a header sixteen times as long takes some sixteen times as long, whatever is repeated in it', () => {
  const parts = ['"', ',', ' ', '\t ', 'W/', 'a', '"a', '"a" ', '"a",', ' ,'];
  for (const begin of ['', '"', '"a"', '"a",', 'W/'])
    for (const part of parts)
      for (const end of ['', 'x', '"', ',']) {
        const times = timesAsMuch((length) => namesEtag(begin + part.repeat(length) + end, ETAG));
        expect({ begin, part, end, isFarMore: times > 6 }).toEqual({ begin, part, end, isFarMore: false });
      }
});
