import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { makePassword } from './password-generator.ts';
import { PASSWORD_RULES, weaknessOf } from './password-strength.ts';

const ADVICE = 'Use several unrelated words, or let a password manager generate one.';
const ADA = ['ada.lovelace@opera.example', 'Ada Lovelace', 'Opéra de Paris'];

describe('M6: a new password', () => {
  test.each([
    ['password', 'short'],
    ['12345678', 'short'],
    ['Tr0ub4dor', 'short'],
    ['1234567890', 'common'],
    ['qwertyuiop', 'common'],
    ['Password123!', 'common'],
    ['p@$$w0rd2026', 'common'],
    ['!!!letmein!!!', 'common'],
    ['BASKETBALL', 'common'],
    ['hunter2hunter2', 'common'],
    ['zebra8zebra8', 'repeated'],
    ['aaaaaaaaaaaaaaaa', 'repeated'],
    ['abababababab1', 'repeated'],
    ['monkeymonkey', 'common'],
    ['abcdefghijklm', 'sequence'],
    ['98765432109876', 'sequence'],
    ['asdfghjklqwertz', 'sequence'],
    ['lovelace-ada-18', 'known'],
    ['Opera-Paris-26', 'known'],
    ['ada.lovelace@opera.example', 'known'],
    ['sign-display-2026', 'known'],
  ])('M6: %s is refused: %s', (password, weakness) => {
    expect(weaknessOf(password, ADA)).toBe(weakness);
  });

  test.each([
    'correct horse battery staple',
    'lovelace likes 7 marmots',
    'Zj4#kqP0w!xv',
    'на рассвете туман',
    '看板の夜の夢を見る人たち',
  ])('M6: %s will do', (password) => {
    expect(weaknessOf(password, ADA)).toBeNull();
  });

  test('M6: what we make ourselves will do', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(weaknessOf(makePassword(createSeededRandom(seed)), ADA)).toBeNull();
      }),
    );
  });

  test('M6: any text is judged, and every refusal says what to do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 128 }), fc.array(fc.string()), (password, about) => {
        const weakness = weaknessOf(password, about);
        expect(weakness === null || PASSWORD_RULES[weakness].endsWith(ADVICE)).toBe(true);
        expect(Array.from(password).length < 10).toBe(weakness === 'short');
      }),
      { numRuns: 1_000 },
    );
  });
});
