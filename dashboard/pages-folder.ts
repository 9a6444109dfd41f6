import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** All that the pages are made of, and what makes them. */
const SOURCES = [
  '*.{ts,html,json}',
  'icons/*',
  'src/**/*.{ts,tsx,js,css,svg}',
  '../package-lock.json',
  '../tsconfig.base.json',
  '../contracts/src/**/*.ts',
  '../contracts/client/src/**/*.ts',
  '../kiosk/browser/*.{ts,html,json}',
  '../kiosk/{agent,browser,screen,shell}/src/**/*.{ts,tsx,css}',
];
const IS_TEST = /\.test\.tsx?$|src\/testing\//;

/** The program that makes the pages and prints their folder. A process of its own: what it loads is larger than the service. */
export const BUILD_PAGES = join(HERE, 'build-cli.ts');

/**
 * Where the pages of these sources are, or will be: a folder named by their content, so that each state of them is made once. It appears whole (it is
 * renamed to that name), so whoever finds it may serve it.
 */
export function pagesFolder(): { path: string; isBuilt: boolean } {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: HERE }).sort()) {
    if (!IS_TEST.test(file)) hash.update(`${file}\0`).update(readFileSync(join(HERE, file)));
  }
  const path = join(HERE, 'dist', hash.digest('hex').slice(0, 16));
  return { path, isBuilt: existsSync(path) };
}
