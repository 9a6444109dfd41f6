import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePlan } from '../virtual/plan.ts';
import { plainOf } from './worker-messages.ts';
import { readPromises } from './read-promises.ts';
import { RegressionError, storeRegression, readRegressions } from './read-and-store-regressions.ts';

let folder: string;
beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), 'sign-display-test-')), '/')));
afterEach(() => rmSync(folder, { recursive: true }));

test('a regression is read as it was written, and is never overwritten', () => {
  const plan = makePlan({ seed: 'some seed', hours: 1, kiosks: 6, nodes: 2 });
  const regression = { name: 'some-name', title: 'Something was lost', promise: 'C3', plan };
  // `isKept` is not written: the folder says it.
  storeRegression({ ...regression, plan: { ...plan, isKept: true } }, `${folder}new/`);
  expect(readRegressions(`${folder}new/`)).toEqual([regression]);
  expect(() => storeRegression({ ...regression, title: 'Something else' }, `${folder}new/`)).toThrow(RegressionError);
  expect(readRegressions(`${folder}new/`)).toEqual([regression]);
});

test.for([
  ['a file that is no JSON', '{'],
  ['another document', '{"title":"x"}'],
  [
    'a plan with an unknown step',
    JSON.stringify({
      title: 'x',
      promise: 'C3',
      plan: {
        seed: '1',
        kiosks: 1,
        nodes: 1,
        calmFromMs: 0,
        endMs: 1,
        steps: [{ id: 0, atMs: 0, name: 'no_such', params: {} }],
      },
    }),
  ],
])('a regression is refused with its path: %s', ([, text]) => {
  writeFileSync(`${folder}bad.json`, text!);
  expect(() => readRegressions(folder)).toThrow(RegressionError);
  expect(() => readRegressions(folder)).toThrow(`${folder}bad.json`);
});

test('every file of simulator/regressions can be read, and names a promise', () => {
  const promises = readPromises();
  for (const { promise } of readRegressions()) expect([...promises.keys(), 'run']).toContain(promise);
});

test('the words of a promise come from behaviour.md', () => {
  const promises = readPromises();
  expect(promises.get('C3')).toMatch(/^After a failed attempt nothing is left.*died half-way\.$/);
  expect(promises.get('N7')).toMatch(/never dropped in silence\.$/);
  expect(promises.size).toBeGreaterThan(50);
});

test('whatever value a checker has seen can be sent between processes', () => {
  const seen = { at: new Date(0), count: 2n, of: new Map([['a', new Set([1])]]), none: undefined };
  expect(plainOf(seen)).toEqual({ at: '1970-01-01T00:00:00.000Z', count: '2', of: { a: [1] } });
  expect(plainOf(undefined)).toBeNull();
});
