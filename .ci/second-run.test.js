import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { afterFirstRun, passedAgain } from './second-run/retry-decision.js';

// Runs the real vitest on small files that each test writes.

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const IMPORT = `import { existsSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, test } from 'vitest';
/** True for the first call with this name. */
const isFirst = (name) => !existsSync(name) && (writeFileSync(name, ''), true);
const fail = () => { throw new Error('refused'); };
`;
const flakyTest = (title) => `test('${title}', () => { if (isFirst('${title}')) fail(); });\n`;
const good = `test('is good', () => {});\n`;
const bad = `test('is bad', fail);\n`;

/** Creates a folder with these test files, and runs `first` and `again` in it. */
function project(files) {
  const folder = mkdtempSync(join(tmpdir(), 'second-run-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const scripts = { 'test:e2e': `node ${VITEST} run` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), IMPORT + code);
  const call = (...words) => {
    const env = { ...process.env, NO_COLOR: '1' };
    for (const name of Object.keys(env)) if (/^(VITEST|FORCE_COLOR)/.test(name)) delete env[name];
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, '.ci/second-run.js'), ...words], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, stdout };
  };
  const read = (name) => {
    const path = join(folder, 'run', name);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  };
  return {
    first: (...filters) => call('first', 'run', 'test:e2e', ...filters),
    again: (...most) => call('again', 'run', ...most),
    waiting: () => read('waiting').map((line) => line.split('\t')),
    reasons: () => read('reasons'),
    flaky: () => read('flaky'),
    ran: (stdout) => [...stdout.matchAll(/^ [✓❯] (\S+\.test\.js)/gm)].map(([, file]) => file),
  };
}

test('a first run without failures leaves no file for a second run', () => {
  const { first, waiting } = project({ 'a.test.js': good });
  expect(first().status).toBe(0);
  expect(waiting()).toEqual([]);
});

test('a failed test file runs a second time, whole and alone, and a test that passes only then is listed as flaky', () => {
  const { first, again, waiting, reasons, flaky, ran } = project({
    'a.test.js': `describe('a sign', () => { ${flakyTest('goes online')} ${good} });\n`,
    'b.test.js': good,
  });
  expect(first().status).toBe(0);
  expect(waiting()).toEqual([['test:e2e', 'a.test.js', 'a sign > goes online']]);
  const { status, stdout } = again();
  expect({ status, ran: ran(stdout) }).toEqual({ status: 0, ran: ['a.test.js'] });
  expect(stdout).toMatch(/Tests +2 passed/);
  expect(flaky()).toEqual(['flaky: a.test.js > a sign > goes online']);
  expect(reasons()).toEqual(['FIRST RUN  a.test.js > a sign > goes online: line 5: refused']);
  expect(waiting()).toEqual([]);
});

test.each([
  ['the same test fails again', bad, 'is bad'],
  [
    'another test of the file fails',
    `${flakyTest('one')} test('two', () => { if (!isFirst('two')) fail(); });\n`,
    'one',
  ],
  ['the file cannot be imported again', `import './nothing.js';\n`, '(file) Cannot find module'],
])('a second run in which %s fails the run, after later files had theirs', (_, code, title) => {
  const { first, again, waiting, flaky } = project({ 'a.test.js': code, 'b.test.js': flakyTest('late') });
  expect(first('a.test').status).toBe(0);
  expect(first('b.test').status).toBe(0);
  const { status, stdout } = again();
  expect(status).toBe(1);
  expect(stdout).toContain(`FAIL  a.test.js > ${title}`);
  expect({ flaky: flaky(), waiting: waiting() }).toEqual({ flaky: ['flaky: b.test.js > late'], waiting: [] });
});

test('seven failed files get no second run', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const files = Object.fromEntries(names.map((name) => [`${name}.test.js`, flakyTest(name)]));
  const { first, again, flaky, ran } = project(files);
  expect(first().status).toBe(0);
  const { status, stdout } = again();
  expect({ status, ran: ran(stdout), flaky: flaky() }).toEqual({ status: 1, ran: [], flaky: [] });
  expect(stdout).toContain('FAIL  7 test files failed, and at most 6 get a second run');
});

test('CI passes with three flaky tests and fails with a fourth, in any file', () => {
  const { first, again, flaky } = project({
    'a.test.js': ['one', 'two', 'three'].map(flakyTest).join(''),
    'b.test.js': flakyTest('four'),
  });
  expect([first('a.test').status, again().status]).toEqual([0, 0]);
  expect(flaky()).toHaveLength(3);
  expect(first('b.test').status).toBe(0);
  const { status, stdout } = again();
  expect(status).toBe(1);
  expect(stdout).toContain('FAIL  4 tests passed only the second time, and at most 3 may');
  expect(flaky()).toHaveLength(4);
});

test('a step can allow fewer flaky tests than the whole run', () => {
  const { first, again } = project({ 'a.test.js': flakyTest('one') + flakyTest('two') });
  first();
  const { status, stdout } = again('1');
  expect(status).toBe(1);
  expect(stdout).toContain('FAIL  2 tests passed only the second time, and at most 1 may');
});

test('a file that fails outside of its tests runs a second time, and the list names the cause', () => {
  const { first, again, flaky } = project({
    'a.test.js': `if (isFirst('a')) fail();\n${good}`,
    'b.test.js': `describe('group', () => { beforeAll(() => { if (isFirst('b')) fail(); });\n${good} });\n`,
    'c.test.js': `beforeAll(() => { if (isFirst('c')) fail(); });\n${good}`,
  });
  expect([first().status, again().status]).toEqual([0, 0]);
  expect(flaky().toSorted()).toEqual([
    'flaky: a.test.js > (file) refused',
    'flaky: b.test.js > group > (hook) refused',
    'flaky: c.test.js > (file) refused',
  ]);
});

test('a file with an unhandled rejection or a dead worker runs a second time', () => {
  const { first, again, flaky } = project({
    'a.test.js': `test('is late', () => { if (isFirst('a')) void Promise.reject(new Error('refused')); });\n`,
    'b.test.js': `test('dies', () => { if (isFirst('b')) { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); } });\n`,
    'c.test.js': good,
  });
  expect([first().status, again().status]).toEqual([0, 0]);
  expect(flaky().toSorted()).toEqual([
    'flaky: a.test.js > (unhandled) refused',
    expect.stringMatching(/^flaky: b\.test\.js > \(unhandled\) Worker exited unexpectedly/),
  ]);
});

test.each([
  ['the setup of vitest throws', { 'vitest.config.js': config('setup.js'), 'setup.js': 'fail();\n' }],
  ['the settings of vitest cannot be read', { 'vitest.config.js': 'fail();\n' }],
])('a run fails without a second run if %s', (_, files) => {
  const { first, waiting } = project({ 'a.test.js': bad, ...files });
  const { status, stdout } = first();
  expect(status).toBe(1);
  expect(stdout).toContain('FAIL  test:e2e, without a second run: ');
  expect(waiting()).toEqual([]);
});

function config(globalSetup) {
  return `export default { test: { globalSetup: '${globalSetup}' } };\n`;
}

const reportOfOne = (failed, passed) => ({ files: { '/a': { failed, passed } }, unattributed: [] });

test('a failure without a file fails the run without a second run, even beside a failed test', () => {
  const report = { ...reportOfOne(['t'], []), unattributed: ['the database went away'] };
  expect(afterFirstRun(1, report)).toEqual({ problem: "no test file's own failure: the database went away" });
});

test('a vitest exit code other than 0 without a failed test fails the run', () => {
  expect(afterFirstRun(7, reportOfOne([], ['t']))).toEqual({ problem: 'no test failed, but the run ended with 7' });
  expect(afterFirstRun(7, undefined)).toEqual({ problem: 'the run left no report' });
});

const failure = { path: '/a', titles: ['t'] };

test('a second run without failures counts as passed', () => {
  expect(passedAgain(0, reportOfOne([], ['t', 'u']), failure)).toBe(true);
});

test.each([
  ['that skips the failed test', 0, reportOfOne([], ['u'])],
  ['that runs no file', 0, { files: {}, unattributed: [] }],
  ['without a report', 0, undefined],
  ['that ends with an error', 1, reportOfOne([], ['t', 'u'])],
])('a second run %s does not show that the file passes', (_, exitCode, report) => {
  expect(passedAgain(exitCode, report, failure)).toBe(false);
});
