import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** The pages with made-up data. */
export const GALLERIES = ['ui', 'ui-phone', 'ui-wall', 'ui-whole'] as const;

/**
 * For vitest's `globalSetup`: builds the galleries once, as the pages of the service are built. A browser loads one of those in a tenth of the time in which it
 * gets each module from a development server.
 */
export async function setup(): Promise<() => void> {
  const outDir = mkdtempSync(join(tmpdir(), 'sign-display-galleries-'));
  const root = resolve(import.meta.dirname, '../..');
  const input = GALLERIES.map((name) => join(root, `${name}.html`));
  // Several pages share their scripts in other ways than the one page of the service, so the bundler chooses.
  const rolldownOptions = { input, output: { codeSplitting: true } };
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true, rolldownOptions } });
  process.env['PREPARED_GALLERIES'] = outDir;
  return () => rmSync(outDir, { recursive: true, force: true });
}
