import type { Locator, Page } from 'playwright-core';

type Options = Parameters<Page['screenshot']>[0] & Parameters<Locator['screenshot']>[0];

/** What Chromium answers where a page has no painted frame at that moment, as happens on a machine with much to do. */
const REFUSED = 'Unable to capture screenshot';

/** A screenshot of a page or an element, with Playwright's options. Where Chromium refuses one it is asked a second time; each other error is thrown. */
export async function screenshotOf(
  seen: { screenshot: (options?: Options) => Promise<Buffer> },
  options: Options = {},
): Promise<Buffer> {
  try {
    return await seen.screenshot(options);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes(REFUSED)) throw error;
    process.stderr.write('  Chromium refused a screenshot, and is asked again.\n');
    return seen.screenshot(options);
  }
}
