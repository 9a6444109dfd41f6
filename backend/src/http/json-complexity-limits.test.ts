import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeProblem } from './json-complexity-limits.ts';

test('H3: what nests deeper than any message of ours is too deep, in lists and objects alike', () => {
  expect(shapeProblem('['.repeat(64) + ']'.repeat(64))).toBeNull();
  expect(shapeProblem('['.repeat(65) + ']'.repeat(65))).toBe('too_deep');
  expect(shapeProblem('{"a":'.repeat(65))).toBe('too_deep');
  expect(shapeProblem(JSON.stringify(Array.from({ length: 1_000 }, () => [[]])))).toBeNull();
  expect(shapeProblem(']'.repeat(1_000))).toBeNull();
});

test('H3: more lists and objects than any message of ours has are too many, strings and numbers are not counted', () => {
  const many = (count: number, part: string) => `{"a":[${`${part},`.repeat(count - 1)}${part}]}`;
  for (const part of ['{}', '[]']) {
    expect(shapeProblem(many(4_998, part))).toBeNull();
    expect(shapeProblem(many(4_999, part))).toBe('too_many_parts');
  }
  expect(shapeProblem(many(20_000, '"[{"'))).toBeNull();
  expect(shapeProblem(many(20_000, '1'))).toBeNull();
});

test('H3: an object of more than a thousand fields is too large, a thousand objects are not', () => {
  const object = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, at) => [`k${at}`, at]));
  expect(shapeProblem(JSON.stringify({ a: object(1_000) }))).toBeNull();
  expect(shapeProblem(JSON.stringify({ a: object(1_001) }))).toBe('too_many_fields');
  expect(shapeProblem(JSON.stringify(Array.from({ length: 1_000 }, () => object(20))))).toBeNull();
});

test('braces and colons inside strings are not counted', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', ':', 'a'), maxLength: 300 }), (text) => {
      expect(shapeProblem(JSON.stringify({ [text]: [text, { text }] }))).toBeNull();
    }),
  );
});
