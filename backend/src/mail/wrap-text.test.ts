import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapped } from './wrap-text.ts';

test('a sentence is wrapped without losing a word, however long one is', () => {
  const word = fc.oneof(fc.string({ unit: fc.constantFrom('a', '.', 'ä'), minLength: 1 }), fc.constant('x'.repeat(90)));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
      const lines = wrapped(words.join(' '));
      expect(lines.join(' ')).toBe(words.join(' '));
      for (const line of lines) expect(line.length <= 66 || !line.includes(' ')).toBe(true);
    }),
  );
});
