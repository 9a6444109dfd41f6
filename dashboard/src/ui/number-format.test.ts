import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDigits } from './number-format.ts';

test.each([
  [0.84, 'en', '0.8'],
  [0.84, 'de', '0,8'],
  [4, 'de', '4,0'],
  [1_234.56, 'de', '1.234,6'],
])('D5: %d is written in %s as %s', (value, language, said) => expect(inDigits(value, language, 1)).toBe(said));

test('D5: no page writes a number with a point whatever its language', () => {
  const cwd = join(import.meta.dirname, '..');
  const sources = globSync('**/*.{ts,tsx}', { cwd }).filter((path) => !/\.test\.ts$|^bench\/|^testing\//.test(path));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => readFileSync(join(cwd, path), 'utf8').includes('.toFixed('))).toEqual([]);
});
