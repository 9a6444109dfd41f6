/*
 * Loaded before anything is drawn, so that a page in the chosen theme never shows the other one first. A file of its own: the policy allows no script inside
 * the page. `api/browser-preferences.ts` writes what it reads.
 */
// The language of the sentence that stands there until the scripts have come; without scripts there is none.
document.documentElement.dataset.scripts = /^de/i.test(navigator.language) ? 'de' : 'en';
try {
  const language = localStorage.getItem('language');
  if (language === 'de' || language === 'en') document.documentElement.dataset.scripts = language;
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing: the system decides.
}
