import { expect, test } from 'vitest';
import { createPreferences, type PreferenceStore } from './browser-preferences.ts';

const storeOf = (kept: Map<string, string>): PreferenceStore => ({
  get: (key) => kept.get(key) ?? null,
  set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
});

test('D3: a chosen theme and language are there again, and the first choice leaves nothing behind', () => {
  const kept = new Map<string, string>();
  const first = createPreferences(storeOf(kept), ['en', 'de']);
  expect([first.theme.value(), first.language.value()]).toEqual(['system', 'browser']);
  first.theme.choose('dark');
  first.language.choose('de');
  expect(first.theme.value()).toBe('dark');
  const again = createPreferences(storeOf(kept), ['en', 'de']);
  expect([again.theme.value(), again.language.value()]).toEqual(['dark', 'de']);
  again.theme.choose('system');
  again.language.choose('browser');
  expect(kept.size).toBe(0);
});

test('what somebody else left under the name is no choice', () => {
  const kept = new Map([
    ['theme', 'purple'],
    ['language', 'xx'],
  ]);
  const preferences = createPreferences(storeOf(kept), ['en', 'de']);
  expect([preferences.theme.value(), preferences.language.value()]).toEqual(['system', 'browser']);
});
