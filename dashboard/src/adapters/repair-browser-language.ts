/**
 * Chromium says `en-US@posix` where it was started with LANG=C, and no `Intl` takes that. A library that makes a number format while it loads (uPlot) would take its
 * page with it. `main.tsx` imports this first.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { configurable: true, value: navigator.language.split('@')[0] || 'en' });
}
