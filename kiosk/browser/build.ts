import { join } from 'node:path';
import { build } from 'vite';

/** Adds `sign.html` and its files in `assets/` to the pages in `folder`. */
export async function buildSign(folder: string): Promise<void> {
  const configFile = join(import.meta.dirname, 'vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: false } });
}
