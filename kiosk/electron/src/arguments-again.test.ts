import { expect, test } from 'vitest';
import { argumentsAgain } from './arguments-again.ts';

test('K2: an app that starts itself again keeps its flags, and leaves out what was for its debugger', () => {
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
  expect(argumentsAgain(argv)).toEqual(['/app', '--server', 'http://a']);
});
