import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const HERE = import.meta.dirname;
/** All that the page is made of, and what makes it. */
const SOURCES = ['*.{ts,html,json}', 'src/**/*.{ts,tsx,css}', '../../package-lock.json', '../../contracts/src/*.ts'];
const IS_TEST = /\.test\.ts$|src\/testing\//;

/**
 * The page as files: a folder with `index.html` and `assets/`, ready to be served or copied. The folder is named by the sources that it was made from, so
 * it is made once for each state of them, and two processes that build at once don't disturb each other.
 */
export async function buildScreen(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: HERE }).sort()) {
    if (!IS_TEST.test(file)) hash.update(`${file}\0`).update(readFileSync(join(HERE, file)));
  }
  const dist = join(HERE, 'dist');
  const folder = join(dist, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;

  mkdirSync(dist, { recursive: true });
  const made = mkdtempSync(join(dist, 'making-'));
  await build({ root: HERE, logLevel: 'warn', build: { outDir: join(made, 'screen') } });
  try {
    renameSync(join(made, 'screen'), folder);
  } catch (cause) {
    // Another process was quicker; what it made is the same.
    if (!existsSync(folder)) throw cause;
  } finally {
    rmSync(made, { recursive: true });
  }
  return folder;
}
