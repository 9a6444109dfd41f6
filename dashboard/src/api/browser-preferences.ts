import { createSignal, type Accessor } from 'solid-js';

/** The display preferences that are stored in this browser. `adapters/initial-theme.js` reads the theme too, before anything is drawn. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Where it is kept, by names. `set` with null forgets. Neither throws. */
export interface PreferenceStore {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

interface Preference<Value> {
  value: Accessor<Value>;
  choose(value: Value): void;
}

export interface Preferences {
  theme: Preference<Theme>;
  /** `browser`: the first of the browser's that there are words of. */
  language: Preference<string>;
  /** Whether keys without a modifier do something: who speaks to their computer may want them off. */
  singleKeys: Preference<'on' | 'off'>;
  /** Whether the wall tells a system owner in its headline that mail is not set up. */
  mailNotice: Preference<'shown' | 'later'>;
}

/** The first choice is what holds unless another one was made; a text that is none of them counts as none. */
function createPreference<Value extends string>(
  store: PreferenceStore,
  key: string,
  choices: readonly [Value, ...Value[]],
) {
  const kept = store.get(key);
  const [value, setValue] = createSignal<Value>(choices.find((choice) => choice === kept) ?? choices[0]);
  return {
    value,
    choose(chosen: Value): void {
      setValue(() => chosen);
      store.set(key, chosen === choices[0] ? null : chosen);
    },
  };
}

export const createPreferences = (store: PreferenceStore, languages: readonly string[]): Preferences => ({
  theme: createPreference<Theme>(store, 'theme', THEMES),
  language: createPreference<string>(store, 'language', ['browser', ...languages]),
  singleKeys: createPreference<'on' | 'off'>(store, 'single-keys', ['on', 'off']),
  mailNotice: createPreference<'shown' | 'later'>(store, 'mail-notice', ['shown', 'later']),
});
