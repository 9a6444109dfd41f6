import { expect, test } from 'vitest';
import { nodeOptionsOf, readStart } from './node-options.ts';

test('a service of its own is given each of Node’s options that `npm start` gives, those without a value as well', () => {
  expect(nodeOptionsOf('node --import ./a.js --one=1 --no-two main.ts')).toEqual(['--one=1', '--no-two']);
  const whole = ['node', '--import', './needs-node-24.js', ...nodeOptionsOf(readStart()), 'backend/src/main.ts'];
  expect(whole.join(' ')).toBe(readStart());
});
