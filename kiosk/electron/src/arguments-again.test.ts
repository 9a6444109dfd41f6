import { expect, test } from 'vitest';
import { argumentsAgain, failedBefore } from './arguments-again.ts';

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
  expect(argumentsAgain(argv)).toEqual(['/app', '--server', 'http://a']);
});

test('the count of failures goes from each app to the next, and ends with a restart that was wanted', () => {
  const second = ['/opt/electron', ...argumentsAgain(argv, 1)];
  const third = ['/opt/electron', ...argumentsAgain(second, failedBefore(second) + 1)];
  expect([argv, second, third].map(failedBefore)).toEqual([0, 1, 2]);
  expect(argumentsAgain(third)).toEqual(['/app', '--server', 'http://a']);
});
