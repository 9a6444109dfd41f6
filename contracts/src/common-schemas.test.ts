import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import {
  Detail,
  Email,
  MacAddress,
  Name,
  PageQuery,
  SettingsPatch,
  SignSettings,
  patchedSettings,
  TimeZone,
  Timestamp,
  Uuid,
  UuidV4,
  strictObject,
} from './common-schemas.ts';

describe('Timestamp', () => {
  const validator = Compile(Timestamp);

  test('takes what Date writes', () => {
    const range = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('2999-12-31T23:59:59Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        expect(validator.Check(date.toISOString())).toBe(true);
      }),
    );
  });

  test('A5: what it takes is a time, and the same one in Date', () => {
    const digits = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
    const parts = fc.tuple(
      fc.integer({ min: 990, max: 3_010 }),
      digits(13),
      digits(32),
      digits(24),
      digits(60),
      digits(60),
    );
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute, second]) => {
        const text = `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
        fc.pre(validator.Check(text));
        expect(new Date(text).toISOString()).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+01:00',
    '2026-01-01',
    '2026-01-01T00:00:00Z[Europe/Paris]',
    'yesterday',
    '',
  ])('refuses %j', (text) => {
    expect(validator.Check(text)).toBe(false);
  });
});

describe('texts', () => {
  const name = Compile(Name);
  const detail = Compile(Detail);

  test('A5: refuse what Postgres cannot keep, wherever it stands', () => {
    const unkeepable = fc.constantFrom('\u0000', '\ud800', '\udfff');
    // The text around has no half of a surrogate pair next to the bad character, because two halves would be a valid
    // character. A name refuses some other characters as well (allowed-characters.test.ts).
    const around = fc
      .string({ unit: 'grapheme', maxLength: 50 })
      .map((text) => `a${text}a`)
      .filter((text) => name.Check(text));
    fc.assert(
      fc.property(around, unkeepable, around, (before, bad, after) => {
        expect(name.Check(before + bad + after)).toBe(false);
        expect(detail.Check(before + bad + after)).toBe(false);
        expect(name.Check(before + after)).toBe(true);
        expect(detail.Check(before + after)).toBe(true);
      }),
    );
  });

  test.each([
    ['Foyer left', true],
    [' Ø ', true],
    ['看板 😀', true],
    ['x'.repeat(200), true],
    ['😀'.repeat(200), true],
    ['x'.repeat(201), false],
    ['', false],
    [' \t\u00a0', false],
  ])('a name or location: %j fits: %s', (text, fits) => {
    expect(name.Check(text)).toBe(fits);
  });
});

describe('identifiers', () => {
  const ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
  test.each([
    [Uuid, ID, true],
    [Uuid, '01936f5e-7a3c-7c11-8f00-0a1b2c3d4e5f', true],
    [UuidV4, ID, true],
    [UuidV4, '01936f5e-7a3c-7c11-8f00-0a1b2c3d4e5f', false],
    [Uuid, ID.toUpperCase(), false],
    [Uuid, `${ID}\n`, false],
    [MacAddress, '02:42:ac:11:00:02', true],
    [MacAddress, '02:42:AC:11:00:02', false],
    [MacAddress, '02-42-ac-11-00-02', false],
    [TimeZone, 'America/Argentina/Buenos_Aires', true],
    [TimeZone, 'Etc/GMT+3', true],
    [TimeZone, 'UTC', true],
    [TimeZone, "'; drop table sign", false],
    [Email, 'mia@example.com', true],
    [Email, 'mia@example.com\nbcc: all@example.com', false],
    [Email, 'mia', false],
  ])('%j takes %j: %s', (schema, value, fits) => {
    expect(Compile(schema).Check(value)).toBe(fits);
  });
});

describe('page query (contract, 3.1: 1–200, default 50, anything else is refused)', () => {
  const validator = Compile(strictObject(PageQuery));
  test.each([
    [{}, true],
    [{ limit: 1 }, true],
    [{ limit: 200 }, true],
    [{ limit: 0 }, false],
    [{ limit: 201 }, false],
    [{ limit: 1.5 }, false],
    [{ cursor: '' }, false],
    [{ offset: 10 }, false],
  ])('%j fits: %s', (query, fits) => {
    expect(validator.Check(query)).toBe(fits);
  });
  test('the limit of a list is 50 by default', () => {
    expect(PageQuery.limit).toMatchObject({ default: 50 });
  });
});

describe('D27: a change of settings', () => {
  test.each([
    [{ muted: null, rotation: null, idleMessage: null }, true],
    [{ zoom: null, muted: true }, true],
    [{ zoom: 5 }, false],
    [{ brightness: null }, false],
  ])('D27: a change of settings %j fits the schema: %s', (patch, fits) => {
    expect(Compile(SettingsPatch).Check(patch)).toBe(fits);
  });
  test('D27: null in a change removes a setting and keeps the others', () => {
    expect(patchedSettings({ zoom: 2, muted: true }, { zoom: null, rotation: null, idleMessage: 'Hi' })).toEqual({
      muted: true,
      idleMessage: 'Hi',
    });
  });
});

describe('settings (contract, 3.1)', () => {
  const validator = Compile(SignSettings);
  test.each([
    [{}, true],
    [{ zoom: 0.25 }, true],
    [{ zoom: 4.01 }, false],
    [{ rotation: 270 }, true],
    [{ rotation: 45 }, false],
    [{ reloadEverySeconds: 0 }, true],
    [{ screenshotEverySeconds: -1 }, false],
    [{ logLevel: 'silly' }, false],
    [{ brightness: 1 }, false],
    [{ muted: null }, false],
  ])('%j fits: %s', (settings, fits) => {
    expect(validator.Check(settings)).toBe(fits);
  });
});
