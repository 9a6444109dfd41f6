import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { DashboardHandshake, DashboardToBackend } from './dashboard-events.ts';
import { KioskHandshake, KioskToBackend } from './kiosk-events.ts';
import { asRead, onOneLine } from './allowed-characters.ts';
import { ROUTES, type Route } from './routes.ts';
import { Email, Name, line } from './common-schemas.ts';

const range = (first: number, last: number) => fc.integer({ min: first, max: last });
/** By code point, so that the test does not repeat the pattern. */
const misleading = fc
  .oneof(
    range(0x00, 0x1f),
    range(0x7f, 0x9f),
    range(0xd800, 0xdfff),
    range(0x200e, 0x200f),
    range(0x2028, 0x202e),
    range(0x2060, 0x206f),
    range(0xfff9, 0xfffb),
    range(0xe0000, 0xe007f),
    fc.constantFrom(0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x180e, 0x200b, 0x3164, 0xfeff, 0xffa0),
  )
  .map((code) => String.fromCodePoint(code));

describe('M4: a name', () => {
  const name = Compile(Name);
  const words = Compile(line(200));

  test('M4: with a control, a line break, a mark of direction or another invisible character is refused', () => {
    const around = fc.stringMatching(/^[A-Za-zÀ-ž 0-9]{1,20}$/);
    fc.assert(
      fc.property(around, misleading, around, (before, bad, after) => {
        for (const text of [before + bad + after, bad + after, before + bad]) {
          expect(name.Check(text)).toBe(false);
          expect(words.Check(text)).toBe(false);
          expect(Compile(Email).Check(`${text}@example.org`)).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    'Halle 5, Nordseite (links)',
    'Öpera & Söhne “Zürich”',
    'می‌خواهم',
    'क्‍ष',
    'עברית 5',
    '看板 三',
    '👨‍👩‍👧 family ❤️',
    '葛󠄀城',
  ])('%s may be written', (text) => {
    expect(name.Check(text)).toBe(true);
    expect(onOneLine(text)).toBe(text);
  });

  test.each(['\u200d', '\u00a0\u200c', '\ufe0f', '\u2800', ' \u3000'])(
    '%j is refused: nobody could read it',
    (text) => {
      expect(name.Check(text)).toBe(false);
      expect(words.Check(text)).toBe(true);
    },
  );
});

describe('M4: a name from before', () => {
  test('M4: becomes one line on which nothing misleads', () => {
    const any = fc.string({ unit: fc.oneof(misleading, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })) });
    fc.assert(
      fc.property(any, (text) => {
        const shown = onOneLine(text);
        expect(Compile(line(10_000)).Check(shown)).toBe(true);
        expect(onOneLine(shown)).toBe(shown);
      }),
      { numRuns: 1_000 },
    );
  });

  test('M4: keeps its words apart', () => {
    expect(onOneLine(' Opera\r\n\r\nYour account is locked:\u202ehttp\u2066 ')).toBe(
      'Opera Your account is locked:http',
    );
  });
});

describe('G21: texts that people read as the same', () => {
  const blank = fc.constantFrom(...' \u00a0\u1680\u2000\u2003\u2007\u2009\u200a\u202f\u205f\u3000');
  const word = fc.stringMatching(/^[A-Za-zÀ-žΆ-ώА-яぁ-んア-ヶ가-힣0-9]{1,8}$/);

  test('G21: have one form, however their letters are composed and whatever blanks they hold', () => {
    const blanks = fc.array(blank, { minLength: 1, maxLength: 3 }).map((each) => each.join(''));
    const ends = fc.array(blank, { maxLength: 2 }).map((each) => each.join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, blanks), { minLength: 1, maxLength: 5 }), ends, ends, (parts, start, end) => {
        const wanted = parts.map(([text]) => text.normalize('NFC')).join(' ');
        const written = parts.map(([text, after], nth) => (nth === parts.length - 1 ? text : text + after)).join('');
        for (const form of ['NFC', 'NFD'] as const) {
          const read = asRead(start + written.normalize(form) + end);
          expect(read).toBe(wanted);
          expect(asRead(read)).toBe(read);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['Cafe\u0301', 'Café'],
    ['\u212bngstrom', 'Ångstrom'],
    ['Zu\u0308rich\u00a0HB', 'Zürich HB'],
    ['\u1112\u1161\u11ab', '한'],
    ['か\u3099いぎ\u3000室', 'がいぎ 室'],
    ['Halle\u202f5', 'Halle 5'],
    ['\u2007Halle  5 ', 'Halle 5'],
  ])('G21: %j is read as %j', (written, read) => expect(asRead(written)).toBe(read));

  test.each(['ﬁlm', 'Ａ１', 'x²', '①', 'Ⅳ', 'ß', 'И'])(
    'G21: %s stays as it is, because it looks like no other text',
    (text) => expect(asRead(text)).toBe(text),
  );
});

/** The texts that may hold any character, and why. Any other text from outside is a name, a word of ours, or has a form of its own. */
const FREE_TEXTS: Record<string, string> = {
  url: 'the URL policy reads it',
  currentUrl: 'compared only',
  endpoint: 'read as a URL',
  password: 'compared only, by its hash',
  currentPassword: 'compared only, by its hash',
  newPassword: 'kept as a hash',
  token: 'looked up by its hash',
  cursor: 'decoded by us',
  shortCode: 'normalised to our alphabet',
  code: 'six digits, or normalised to our alphabet',
  challenge: 'compared only, by its signature',
  q: 'compared only',
  action: 'compared only',
  idleMessage: 'several lines for a sign’s own screen',
  detail: 'a kiosk’s own words: `onOneLine` wherever they are told',
  message: 'a line of a kiosk’s log, shown as such',
};

type Json = { [key: string]: unknown };
/** Every text of a schema, with the name of its property. */
function textsOf(schema: Json, property: string): { property: string; schema: Json }[] {
  if (schema.type === 'string') return [{ property, schema }];
  const { properties = {}, items, anyOf = [] } = schema as { properties?: Json; items?: Json; anyOf?: Json[] };
  return [
    ...Object.entries(properties).flatMap(([name, each]) => textsOf(each as Json, name)),
    ...(items ? textsOf(items, property) : []),
    ...anyOf.flatMap((each) => textsOf(each, property)),
  ];
}

describe('M4: everything that a person or a kiosk may send', () => {
  const inputs: [string, TSchema][] = [
    ...Object.entries(ROUTES as Record<string, Route>).flatMap(([key, { params, query, body }]) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]): [string, TSchema][] =>
        schema ? [[`${part} of ${key}`, schema]] : [],
      ),
    ),
    ...Object.entries({ ...KioskToBackend, ...DashboardToBackend, KioskHandshake, DashboardHandshake }),
  ];
  const texts = inputs.flatMap(([from, schema]) =>
    textsOf(schema as Json, '').map((text) => ({ from, ...text, validator: Compile(text.schema as TSchema) })),
  );

  test('M4: no text takes a misleading character, but for those that are no names', () => {
    expect(texts.length).toBeGreaterThan(100);
    for (const { from, property, validator } of texts.filter((text) => !Object.hasOwn(FREE_TEXTS, text.property))) {
      fc.assert(
        fc.property(misleading, (bad) => {
          expect([from, property, bad, validator.Check(`ab${bad}cd`)]).toEqual([from, property, bad, false]);
        }),
        { numRuns: 30 },
      );
    }
  });

  test('M4: every exception is one still', () => {
    const named = new Set(texts.map(({ property }) => property));
    expect(Object.keys(FREE_TEXTS).filter((property) => !named.has(property))).toEqual([]);
  });
});
