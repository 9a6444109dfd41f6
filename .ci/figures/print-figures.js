import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NAMES } from '../architecture-rules/rule-lists.js';
import { ROOT } from '../architecture-rules/repository-paths.js';
import { folderSizes, importerCounts, isTest, lineCount, longFunctions } from './measure-modules.js';

// Prints how large the code base is: its lines and modules, and where its structure is too wide or too fine.

const USAGE = `npm run figures -- [--list folders|functions|fine]

Counts the tracked .ts and .tsx files. Tests are *.test.*, *.fuzz.ts and testing/; benchmarks count as product.

  --list folders     folders with more than 12 modules of the product
  --list functions   functions with more than 80 lines
  --list fine        modules under 40 lines that only one module of the product imports`;

/** More modules than this in one folder are too many to take in. */
const FOLDER_MOST = 12;
const LONG = 80;
const VERY_LONG = 150;
const FINE_BELOW = 40;

const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const totalLines = (modules) => modules.reduce((sum, { text }) => sum + lineCount(text), 0);

function measure() {
  const modules = tracked('*.ts', '*.tsx');
  const product = modules.filter(({ path }) => !isTest(path));
  const tests = modules.filter(({ path }) => isTest(path));
  const importers = importerCounts(product, NAMES);
  const docs = tracked('docs/*.md', 'README.md').filter(({ path }) => !path.startsWith('docs/spec/'));
  return {
    product,
    tests,
    docs,
    folders: folderSizes(product).filter(({ modules: count }) => count > FOLDER_MOST),
    functions: product.flatMap((module) => longFunctions(module, LONG)),
    once: product.filter(({ path }) => importers.get(path) === 1),
    fine: product.filter(({ path, text }) => importers.get(path) === 1 && lineCount(text) < FINE_BELOW),
  };
}

const LISTS = {
  folders: ({ folders }) => folders.map(({ folder, modules }) => [modules, folder]),
  functions: ({ functions }) =>
    functions.toSorted((a, b) => b.lines - a.lines).map(({ path, line, lines }) => [lines, `${path}:${line}`]),
  fine: ({ fine }) => fine.map(({ path, text }) => [lineCount(text), path]),
};

function main() {
  const { values } = parseArgs({ options: { list: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(USAGE);
  if (values.list !== undefined && !Object.hasOwn(LISTS, values.list)) {
    console.error(`--list must be one of ${Object.keys(LISTS).join(', ')}.\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
  const found = measure();
  const rows = values.list
    ? LISTS[values.list](found)
    : [
        [totalLines(found.product), 'lines of the product'],
        [found.product.length, 'modules of the product'],
        [totalLines(found.tests), 'lines of tests'],
        [found.tests.length, 'modules of tests'],
        [totalLines(found.docs), 'lines of docs without docs/spec'],
        [found.folders.length, `folders with more than ${FOLDER_MOST} modules`],
        [found.functions.length, `functions with more than ${LONG} lines`],
        [
          found.functions.filter(({ lines }) => lines > VERY_LONG).length,
          `functions with more than ${VERY_LONG} lines`,
        ],
        [found.once.length, 'modules with one importer'],
        [found.fine.length, `modules with one importer and less than ${FINE_BELOW} lines`],
      ];
  for (const [count, what] of rows) console.log(`${String(count).padStart(7)}  ${what}`);
  return undefined;
}

main();
