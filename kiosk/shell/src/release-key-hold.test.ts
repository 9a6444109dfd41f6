import { expect, test } from 'vitest';
import { judgeKey, type Key } from './release-key-hold.ts';

const chord: Key = { type: 'keyDown', code: 'KeyR', control: true, alt: true, shift: true, isAutoRepeat: false };

test('K13: the release key is held from when all four keys are down until one is let go', () => {
  expect(judgeKey(chord, false)).toBe('begin');
  expect(judgeKey(chord, true)).toBeNull();
  expect(judgeKey({ ...chord, type: 'keyUp' }, true)).toBe('end');
  expect(judgeKey({ ...chord, type: 'keyUp', code: 'ShiftLeft', shift: false }, true)).toBe('end');
});

test.each(['control', 'alt', 'shift'] as const)('K13: without %s it is another key', (modifier) => {
  expect(judgeKey({ ...chord, [modifier]: false }, false)).toBeNull();
});
