import type { Language } from '@sign-display/kiosk-screen/bridge';

/** The first of the browser's languages that the screens have; else English. Pure. */
export function languageOf(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((name) => name === 'en' || name === 'de');
  return known === 'de' ? 'de' : 'en';
}
