import { expect, test } from 'vitest';
import { englishWall } from '../../words/english-wall.ts';
import { german } from '../../words/german.ts';
import { germanWall } from '../../words/german-wall.ts';
import { english } from '../../words/english.ts';
import { reasonText } from './reason-text.ts';

const LANGUAGES = [
  { ...english, ...englishWall },
  { ...german, ...germanWall },
];

test('M1: the page promises the change to a queued offline sign, but not to a sign whose command failed because it was offline', () => {
  for (const words of LANGUAGES) {
    const { reasons, waitsForSign } = words.wallActions.bulk;
    expect(reasonText(words, { state: 'queued', code: 'sign_not_connected' })).toBe(waitsForSign);
    expect(reasonText(words, { state: 'failed', code: 'sign_not_connected' })).toBe(reasons.sign_not_connected);
  }
});

test('M1: a code without words of its own is shown as it is, and a sign without a code has no reason', () => {
  for (const words of LANGUAGES) {
    expect(reasonText(words, { state: 'failed', code: 'reboot_loop' })).toBe('reboot_loop');
    expect(reasonText(words, { state: 'sent', code: null })).toBe(null);
    expect(reasonText(words, { state: 'expired', code: null })).toBe(words.wallActions.bulk.reasons.expired);
  }
});
