import { realpathSync } from 'node:fs';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADAPTERS, NAMES, PACKAGES } from './rule-lists.js';

/** The repository's root. The rules know a file by its path below it, so they work wherever the clone lies. */
export const ROOT = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));

/** The path in the repository of the file that is linted, with slashes. */
export const fileOf = (context) => relative(ROOT, realpathSync(context.filename)).split(sep).join('/');

/** The package that a path in the repository belongs to. */
export const packageOf = (file) => Object.keys(PACKAGES).find((name) => file.startsWith(`${name}/`));

/** Whether a file is a test, a benchmark, or made for one. Such files may use real time and chance. */
export const isTest = (file) => /\.(test|bench|fuzz)\.ts$|(^|\/)(testing|bench)\//.test(file);

export const isAdapter = (file) => ADAPTERS.some((folder) => file.startsWith(folder));

/** The path in the repository of the module that `file` imports as `source`; null for a module of npm or Node. */
export function resolve(file, source) {
  const path = source.replace(/[?#].*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  const name = Object.keys(NAMES).find((own) => path === own || path.startsWith(`${own}/`));
  return name ? posix.join(NAMES[name], 'src', `${path.slice(name.length + 1) || 'index'}.ts`) : null;
}

/** The name under which another package would import this file. */
export function nameOf(file) {
  const name = Object.keys(NAMES).find((own) => file.startsWith(`${NAMES[own]}/src/`));
  return `${name}/${file.slice(`${NAMES[name]}/src/`.length).replace(/\.ts$/, '')}`;
}
