import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonOf } from './describe-mail-errors.ts';

test('A3: whatever the server says around an address, the reason holds neither it nor any other', () => {
  const words = fc.string({ unit: fc.constantFrom('é', ' ', '<', '>', '"', ':', '-', '\n', '@', '%', '(') });
  const localPart = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]*[a-z][a-z0-9!#$%&'*+/=?^_`{|}~.-]*$/);
  fc.assert(
    fc.property(words, localPart, words, (before, local, after) => {
      const to = `${local}@example.org`;
      const reason = reasonOf({ message: `550 ${before} ${to} ${after}` }, to);
      expect(reason.toLowerCase()).not.toContain(to);
      expect(reason).not.toContain('example.org');
      expect(reason).toMatch(/^550 /);
    }),
  );
});

test('what the server says otherwise stays, to a length that a log bears', () => {
  const message = '451 4.7.1 Greylisted: try again in 300 s';
  expect(reasonOf({ message }, 'ada@example.org')).toBe(message);
  expect(reasonOf({ message: 'x'.repeat(1_000) }, 'ada@example.org')).toHaveLength(300);
});
