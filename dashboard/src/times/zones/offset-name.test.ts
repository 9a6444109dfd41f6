import { expect, test } from 'vitest';
import { offsetName } from './offset-name.ts';

test.each([
  [0, 'UTC'],
  [60, 'UTC+1'],
  [-300, 'UTC−5'],
  [330, 'UTC+5:30'],
  [-210, 'UTC−3:30'],
  [345, 'UTC+5:45'],
  [840, 'UTC+14'],
])('a clock %d minutes ahead of UTC is called %s', (minutes, name) => {
  expect(offsetName(minutes * 60_000)).toBe(name);
});
