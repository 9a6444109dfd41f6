import { expect, test } from 'vitest';
import { sayEnded } from './run-demo.ts';

test('a demo whose service has ended says why, or that nothing is known of it', () => {
  expect(sayEnded(['no space left'])).toBe('The service stopped unexpectedly:\nno space left');
  expect(sayEnded([])).toMatch(/without logging an error/);
});
