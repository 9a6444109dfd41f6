/*
 * Loaded before anything is drawn, so that a page in the chosen theme never shows the other one first. A file of its own: the policy allows no script inside
 * the page. `api/preferences.ts` writes what it reads.
 */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing: the system decides.
}
