import { expect, test } from 'vitest';
import { folderSizes, importerCounts, isTest, lineCount, longFunctions } from './measure-modules.js';

const module = (path, text = '') => ({ path, text });

test.for([
  ['backend/src/app.test.ts', true],
  ['backend/src/bodies.fuzz.ts', true],
  ['backend/src/testing/hall.ts', true],
  ['backend/src/bench/heartbeat.bench.ts', false],
  ['backend/src/app.ts', false],
])('%s counts as a test: %s', ([path, isOne]) => {
  expect(isTest(path)).toBe(isOne);
});

test('a text has as many lines as line feeds', () => {
  expect([lineCount(''), lineCount('a\n'), lineCount('a\nb\n')]).toEqual([0, 1, 2]);
});

test('a function counts from its first line to its last, and one with exactly the most lines is not long', () => {
  const text = 'export const a = 1;\nfunction outer() {\n  return () => {\n    a;\n  };\n}\n';
  expect(longFunctions(module('a.ts', text), 5)).toEqual([]);
  expect(longFunctions(module('a.ts', text), 4)).toEqual([{ path: 'a.ts', line: 2, lines: 5 }]);
  expect(longFunctions(module('a.ts', text), 2).map(({ line }) => line)).toEqual([2, 3]);
});

test('a module that imports another twice is one importer, by path, by package name or lazily', () => {
  const modules = [
    module('one/src/a.ts', "import { b } from './b.ts';\nexport { c } from './b.ts';\n"),
    module('one/src/b.ts', "const page = () => import('../../two/src/c.tsx');\n"),
    module('two/src/c.tsx', "import { b } from '@own/one/b';\nimport 'solid-js';\n"),
  ];
  expect([...importerCounts(modules, { '@own/one': 'one' })]).toEqual([
    ['one/src/a.ts', 0],
    ['one/src/b.ts', 2],
    ['two/src/c.tsx', 1],
  ]);
});

test('a folder counts its own modules without those of its subfolders, and the largest folder comes first', () => {
  const modules = [module('a/x.ts'), module('a/b/x.ts'), module('a/b/y.ts')];
  expect(folderSizes(modules)).toEqual([
    { folder: 'a/b', modules: 2 },
    { folder: 'a', modules: 1 },
  ]);
});
