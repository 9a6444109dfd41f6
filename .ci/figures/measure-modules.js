import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * Figures about modules. Pure.
 *
 * @typedef {{ path: string, text: string }} Module
 *   path: in the repository, with slashes.
 * @typedef {{ path: string, line: number, lines: number }} LongFunction
 */

/** Whether a module is a test or supports tests. A benchmark is neither. */
export const isTest = (path) => /\.(?:test|fuzz)\.tsx?$/.test(path) || /(?:^|\/)testing\//.test(path);

/** The lines of a text, as `wc -l` counts them. */
export const lineCount = (text) => text.split('\n').length - 1;

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The functions of a module that have more than `most` lines, outer ones first. */
export function longFunctions({ path, text }, most) {
  const { program } = parseSync(path, text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset) => starts.findLastIndex((start) => start <= offset) + 1;
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return undefined;
    if (FUNCTIONS.has(node.type)) {
      const line = lineOf(node.start);
      const lines = lineOf(node.end - 1) - line + 1;
      if (lines > most) found.push({ path, line, lines });
    }
    return Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
}

const IMPORT = /(?:from|import|import\()\s*'([^']+)'/g;
const EXTENSIONS = ['', '.ts', '.tsx', '/index.ts'];

/** Counts how many modules import each module, by path. `names` maps the package names in imports to folders. */
export function importerCounts(modules, names) {
  const counts = new Map(modules.map(({ path }) => [path, 0]));
  for (const { path, text } of modules) {
    const sources = new Set([...text.matchAll(IMPORT)].map(([, source]) => source));
    for (const source of sources) {
      const name = Object.keys(names).find((own) => source.startsWith(`${own}/`));
      const plain = name ? posix.join(names[name], 'src', source.slice(name.length + 1)) : undefined;
      const base = source.startsWith('.') ? posix.join(posix.dirname(path), source) : plain;
      const target = base && EXTENSIONS.map((end) => base + end).find((each) => counts.has(each));
      if (target) counts.set(target, counts.get(target) + 1);
    }
  }
  return counts;
}

/** How many modules lie in each folder itself, the most first. */
export function folderSizes(modules) {
  const folders = Map.groupBy(modules, ({ path }) => posix.dirname(path));
  const sizes = [...folders].map(([folder, inside]) => ({ folder, modules: inside.length }));
  return sizes.toSorted((a, b) => b.modules - a.modules || a.folder.localeCompare(b.folder));
}
