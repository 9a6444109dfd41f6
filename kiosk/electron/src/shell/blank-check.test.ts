import { expect, test } from 'vitest';
import { judgeBlank } from './blank-check.ts';

const picture = (...bytes: number[]) => ({ isEmpty: () => bytes.length === 0, toBitmap: () => Buffer.from(bytes) });

test('K9: no picture is no verdict, so a graphics process that starts again reports no blank page', () => {
  expect(judgeBlank(picture())).toBeNull();
  expect(judgeBlank(picture(9, 9, 9, 255, 9, 9, 9, 255))).toBe(true);
  expect(judgeBlank(picture(9, 9, 9, 255, 200, 9, 9, 255))).toBe(false);
});
