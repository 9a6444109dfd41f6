import { expect, test } from 'vitest';
import { readOptions } from '../figures/command-line-options.ts';
import { argumentsOf } from './run-measurement-scripts.ts';

const told = (...words: string[]) =>
  (['claim', 'list', 'snapshot'] as const).map((name) => argumentsOf(name, readOptions(words)));

test('--seconds reaches claims, lists and snapshots', () => {
  expect(told()).toEqual([['25'], ['100'], ['10000', '10']]);
  expect(told('--seconds', '5')).toEqual([['5'], ['20'], ['10000', '3']]);
  expect(told('--quick')).toEqual([['3'], ['12'], ['2000', '3']]);
});
