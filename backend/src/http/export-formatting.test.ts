import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, harmlessCell, ndjsonOf, restoreCell } from './export-formatting.ts';

const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ' ', 'a', '＝', '\u00a0') }),
  fc.string({ unit: 'binary' }),
  fc.string(),
);

test('a cell is restored exactly, whatever was in it', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(restoreCell(harmlessCell(text))).toBe(text);
    }),
  );
});

test('no cell begins like a formula', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(harmlessCell(text)).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
    }),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', "'=1"])('%j gets an apostrophe', (text) => {
  expect(harmlessCell(text)).toBe(`'${text}`);
});

test.each(["it's", "'quoted'", 'a=b', '', "'", '2026-11-21T10:00:00.000Z'])('%j stays as it is', (text) => {
  expect(harmlessCell(text)).toBe(text);
});

test('CSV comes back as it was, from any reader of RFC 4180', () => {
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(hostile, { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(rows, (given) => {
      const read = parse(csvOf(given), { record_delimiter: '\r\n', relax_quotes: false });
      expect(read.map((record) => record.map(restoreCell))).toEqual(given);
    }),
  );
});

test('CSV: records end with CRLF, a null is empty, an empty text is quoted, numbers are no formulas', () => {
  expect(csvOf([['a,b', 'say "hi"', null, '', -1, true, 'x\ny']])).toBe('"a,b","say ""hi""",,"",-1,true,"x\ny"\r\n');
  expect(csvOf([])).toBe('');
});

test('NDJSON: one object a line, whatever it holds', () => {
  expect(ndjsonOf([{ a: 'x\ny' }, { a: 1 }])).toBe('{"a":"x\\ny"}\n{"a":1}\n');
});
