/** What a session's browser says it is, in two words of its own: `{ browser: 'Chrome', system: 'Android' }`. Pure. */

export interface Device {
  browser: string;
  /** Undefined where it doesn't say. */
  system: string | undefined;
}

/** The first that fits: most browsers also claim to be others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (table: readonly [RegExp, string][], text: string) => table.find(([form]) => form.test(text))?.[1];

/** Null: no browser; a script, or an app that doesn't tell. */
export function deviceOf(userAgent: string | null): Device | null {
  const browser = first(BROWSERS, userAgent ?? '');
  return browser === undefined ? null : { browser, system: first(SYSTEMS, userAgent!) };
}
