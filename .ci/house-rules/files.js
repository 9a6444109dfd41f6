import { realpathSync } from 'node:fs';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADAPTERS, NAMES, PACKAGES } from './house.js';

/** Wherever the clone lies: the rules know files by their path in the repository alone. */
export const ROOT = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));

/** The path in the repository of the file that is linted, with slashes. */
export const fileOf = (context) => relative(ROOT, realpathSync(context.filename)).split(sep).join('/');

/** The package that a path in the repository belongs to. */
export const packageOf = (file) => Object.keys(PACKAGES).find((name) => file.startsWith(`${name}/`));

/** Tests and benchmarks, and what is made for them, stand outside of the seeded world. */
export const isTest = (file) => /\.(test|bench|fuzz)\.ts$|\/(testing|bench)\//.test(file);

export const isAdapter = (file) => ADAPTERS.some((folder) => file.startsWith(folder));

/** The file in the repository that `source` means in `file`; null for what is npm's or Node's. */
export function resolve(file, source) {
  const path = source.replace(/[?#].*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  const name = Object.keys(NAMES).find((own) => path === own || path.startsWith(`${own}/`));
  return name ? posix.join(NAMES[name], 'src', `${path.slice(name.length + 1) || 'index'}.ts`) : null;
}
