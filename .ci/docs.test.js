import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENTRY_POINTS, ORDER } from './architecture-rules/rule-lists.js';

// Whether the docs are still true where a machine can tell: the files that they name, and what docs/ARCHITECTURE.md says of the layers.

const ROOT = join(import.meta.dirname, '..');
/** A file, or a folder with a slash behind it. */
const ENDINGS = /\w(?:\.(?:ts|js|json|md|sh|yml|cfg|conf|patch)|\/)$/;
/** What programs write or serve: there is no such file in the tree. */
const MADE_BY_PROGRAMS = [
  'report.json',
  'report/load/',
  'summary.json',
  'openapi.json',
  'secret.json',
  'kiosk.json',
  'config.json',
];

const isOurs = (path) => !/(?:^|\/)(?:node_modules|\.git)$/.test(path);
const files = globSync(['**/*.*', '.ci/**/*.*', '*.*', '.*.json'], { cwd: ROOT, exclude: (path) => !isOurs(path) });
const byName = Map.groupBy(new Set(files), (file) => basename(file));
const pages = files.filter((file) => file.endsWith('.md'));

/** The words of a page's inline code that look like the path of a file or folder, not of a URL, an example (`x.test.ts`, `NAME.json`) or a part of a name (`-days.ts`). */
const pathsInCode = (text) =>
  Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code]) => code.split(/\s+/))
    .flat()
    .filter((word) => ENDINGS.test(word) && /^[\w.][\w./-]*$/.test(word) && !/NAME|NNNN|\bx\./.test(word));

const links = (text) =>
  Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target.split('#')[0]).filter(
    (target) => target !== '' && !/^\w+:/.test(target),
  );

/** A page may name a file by the end of its path (`claims/tables.ts`), or by its name alone. */
function isThere(path) {
  const plain = path.replace(/^\.\//, '');
  if (MADE_BY_PROGRAMS.includes(plain)) return true;
  if (plain.endsWith('/')) return files.some((file) => `/${file}`.includes(`/${plain}`));
  return (byName.get(basename(plain)) ?? []).some((file) => file === plain || file.endsWith(`/${plain}`));
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  test('each file and folder that is named in it exists', () => {
    expect(pathsInCode(text).filter((path) => !isThere(path))).toEqual([]);
  });

  test('each of its relative links leads to a file or folder', () => {
    const from = resolve(ROOT, dirname(page));
    expect(links(text).filter((target) => !existsSync(resolve(from, target)))).toEqual([]);
  });
});

test('a path that is named by its end or its name is found, and one that was moved is not', () => {
  expect(isThere('claims/claim-machine.ts')).toBe(true);
  expect(isThere('claim-machine.ts')).toBe(true);
  expect(isThere('signs/claim-machine.ts')).toBe(false);
  expect(isThere('src/claims/')).toBe(true);
  expect(isThere('src/telemetry/')).toBe(false);
  expect(pathsInCode('`npm test -- a/b.test.ts` and `NAME.json` at `/api/openapi.json`')).toEqual(['a/b.test.ts']);
});

describe('docs/decisions', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => ({
    number: basename(file).slice(0, 4),
    title: readFileSync(join(ROOT, file), 'utf8').split('\n', 1)[0],
  }));

  test('no two have one number', () => {
    const taken = [...Map.groupBy(decisions, ({ number }) => number)].filter(([, those]) => those.length > 1);
    expect(taken.map(([number]) => number)).toEqual([]);
  });

  test('each has its number in its title, written as in “# 30. Why”', () => {
    expect(decisions.filter(({ number, title }) => !title.startsWith(`# ${Number(number)}. `))).toEqual([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  const text = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');

  test('has at most 1,000 words, with its diagrams', () => {
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_000);
  });

  test('shows the layers of the backend as the house rules have them', () => {
    const [, diagram] = text.match(/```mermaid\nflowchart TD\n([^`]*)```/);
    const boxes = Array.from(diagram.matchAll(/"<b>[^<]*<\/b><br\/>([^"]*)"/g), ([, rooms]) => rooms.split('<br/>'));
    expect(boxes.flat().map((layer) => layer.split(' · '))).toEqual(ORDER.backend);
  });

  test('counts the doors of the backend', () => {
    const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    expect(text).toContain(`which ${words[ENTRY_POINTS.backend.length]} modules of the backend others may import`);
  });

  test('names each room that owns tables', () => {
    const owners = globSync('backend/src/*/tables.ts', { cwd: ROOT }).map((file) => basename(dirname(file)));
    const [, section] = text.match(/## Who owns which data\n([^#]*)/);
    expect(owners.filter((owner) => !section.includes(`\`${owner}\``))).toEqual([]);
  });
});
