import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { english } from './english.ts';
import { german } from './german.ts';
import { languageFor, loadWords } from './words.ts';

test.each([
  [['de-AT', 'en'], german],
  [['fr', 'de'], german],
  [['en-GB', 'de'], english],
  [['fr'], english],
  [[], english],
  [['constructor', '__proto__'], english],
])('the browser’s languages %j get the first catalogue that there is', async (languages, catalogue) => {
  expect(await loadWords(languageFor(languages))).toBe(catalogue);
});

/** How German speaks to a friend. */
const FAMILIAR = /\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b/i;

/** Every text of a catalogue; of functions what they make of small numbers and names. */
const textsOf = (part: unknown): string[] => {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return [String(part(2, 3, 4))];
  return Object.values(part as object).flatMap(textsOf);
};

test.each([english, german])('$common.language: no text is empty, begs or shouts', (catalogue) => {
  for (const text of textsOf(catalogue)) {
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/!|\b(?:please|bitte|oops|hoppla)\b/i);
    expect(text, 'typographic quotes').not.toMatch(/['"]/);
  }
});

test('D6: German speaks to everybody as “Sie”, also where the pages’ scripts did not load', () => {
  const boot = readFileSync(new URL('../adapters/boot.js', import.meta.url), 'utf8');
  for (const text of [...textsOf(german), ...boot.split('\n')]) expect(text).not.toMatch(FAMILIAR);
});
