import { expect, test } from 'vitest';
import { createRequire } from 'node:module';
import { plainArray } from './array-literal.ts';

const { parse } = createRequire(createRequire(import.meta.url).resolve('pg'))('postgres-array') as {
  parse(text: string, transform?: (value: string) => unknown): unknown[];
};

test('a plain array is read back as what it was made of', () => {
  const words = ['0d4cc6e6-51f2-4e4c-9a8b-0a6f2f0c1f11', '2026-11-27T02:00:00.000Z', '1e-7', 'showing', null];
  expect(parse(plainArray(words))).toEqual(words);
  expect(parse(plainArray([1, 2.5, null]), Number)).toEqual([1, 2.5, null]);
  expect(plainArray([])).toBe('{}');
});
