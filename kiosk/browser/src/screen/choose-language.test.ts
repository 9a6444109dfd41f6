import { expect, test } from 'vitest';
import { languageOf } from './choose-language.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr-CH', 'de-CH', 'en'], 'de'],
  [['fr', 'den'], 'en'],
  [[], 'en'],
])('K8: a tab in a browser that prefers %j shows its screens in %s', (preferred, language) =>
  expect(languageOf(preferred)).toBe(language),
);
