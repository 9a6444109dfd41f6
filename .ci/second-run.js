// Runs each test file that failed in `.ci/run` a second time, whole and alone. FOLDER belongs to one `.ci/run` and
// stores the open work.  node .ci/second-run.js first FOLDER SCRIPT [FILTER…]    runs `npm run SCRIPT`, and adds the
// failed files to FOLDER/waiting node .ci/second-run.js again FOLDER                     runs the files in
// FOLDER/waiting, and adds tests that pass only now to FOLDER/flaky  FOLDER/waiting has one tab-separated line per
// file: script, path, and the titles of its failures. FOLDER/flaky has lines `flaky: FILE > TITLE`. `first` succeeds
// even if files failed, unless a second run of these files could prove nothing. `again` fails as soon as a file fails
// again, or if more than MOST_FLAKY tests passed only the second time; files that it has not run stay in
// FOLDER/waiting.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_FLAKY, afterFirstRun, passedAgain } from './second-run/report.js';

const REPORTER = fileURLToPath(new URL('second-run/reporter.js', import.meta.url));

const [mode, folder, script, ...filters] = process.argv.slice(2);
const waiting = join(folder, 'waiting');
const flaky = join(folder, 'flaky');
const linesOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);

/** Runs an npm script that starts vitest. The report is undefined if vitest wrote none. */
function run(name, words) {
  const own = mkdtempSync(join(tmpdir(), 'second-run-'));
  const path = join(own, 'report.json');
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`];
  const { status } = spawnSync('npm', ['run', '-s', name, '--', ...words, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, SECOND_RUN_REPORT: path },
  });
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  rmSync(own, { recursive: true });
  return { exitCode: status ?? 1, report };
}

function first() {
  const { exitCode, report } = run(script, filters);
  const { again, problem } = afterFirstRun(exitCode, report);
  if (problem) {
    console.log(`FAIL  ${script}, without a second run: ${problem}`);
    return exitCode;
  }
  for (const { path, titles } of again) {
    const file = relative('', path);
    console.log(`${file} failed and will run a second time, alone`);
    appendFileSync(waiting, `${[script, file, ...titles].join('\t')}\n`);
  }
  return 0;
}

function again() {
  const left = linesOf(waiting);
  while (left.length > 0) {
    const [name, file, ...titles] = left.shift().split('\t');
    writeFileSync(waiting, left.map((line) => `${line}\n`).join(''));
    const path = resolve(file);
    const { exitCode, report } = run(name, [path]);
    if (!passedAgain(exitCode, report, { path, titles })) {
      console.log(titles.map((title) => `FAIL  ${file} > ${title}: its file failed again`).join('\n'));
      return 1;
    }
    appendFileSync(flaky, titles.map((title) => `flaky: ${file} > ${title}\n`).join(''));
    const count = linesOf(flaky).length;
    if (count > MOST_FLAKY) {
      console.log(`FAIL  ${count} tests passed only the second time, and at most ${MOST_FLAKY} may`);
      return 1;
    }
  }
  return 0;
}

mkdirSync(folder, { recursive: true });
process.exitCode = mode === 'first' ? first() : again();
