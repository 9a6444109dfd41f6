import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { troubleOf, type CameraTrouble } from './camera-state.ts';

test.each<[CameraTrouble, string | null]>([
  ['refused', 'NotAllowedError'],
  ['refused', 'SecurityError'],
  ['absent', 'NotFoundError'],
  ['absent', 'OverconstrainedError'],
  ['absent', null],
  ['busy', 'NotReadableError'],
  ['busy', 'AbortError'],
])('D5: a camera that is %s is told by %s', (trouble, name) => {
  expect(troubleOf(name, true)).toBe(trouble);
});

test('D5: a page over http is told apart from every refusal, and no kind of error is left without words', () => {
  fc.assert(
    fc.property(fc.option(fc.string()), fc.boolean(), (name, isSecure) => {
      expect(troubleOf(name, isSecure) === 'insecure').toBe(!isSecure);
    }),
  );
});
