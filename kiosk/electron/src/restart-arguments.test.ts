import { expect, test } from 'vitest';
import { restartArguments, failedBefore } from './restart-arguments.ts';

const argv = [
  '/opt/electron',
  '-r',
  '/loader.js',
  '--inspect=0',
  '--remote-debugging-port=0',
  '/app',
  '--server',
  'http://a',
];

test('K2: an app that starts itself again keeps its flags, and leaves out what was for its debugger', () => {
  expect(restartArguments(argv)).toEqual(['/app', '--server', 'http://a']);
});

test('the count of failures goes from each app to the next, and ends with a restart that was wanted', () => {
  const second = ['/opt/electron', ...restartArguments(argv, 1)];
  const third = ['/opt/electron', ...restartArguments(second, failedBefore(second) + 1)];
  expect([argv, second, third].map(failedBefore)).toEqual([0, 1, 2]);
  expect(restartArguments(third)).toEqual(['/app', '--server', 'http://a']);
});
