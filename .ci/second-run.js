// Runs each test file that failed in `.ci/run` a second time, whole and alone. FOLDER belongs to one `.ci/run`.
//
//   node .ci/second-run.js first FOLDER SCRIPT [FILTER…]    runs `npm run SCRIPT`
//   node .ci/second-run.js again FOLDER [MOST]              runs the files in FOLDER/waiting
//
// FOLDER/waiting has one tab-separated line per failed file: script, path, titles of its failures.
// FOLDER/reasons has one line per failure of the first run: `FIRST RUN  FILE > TITLE: line 50: MESSAGE`.
// FOLDER/flaky has one line per test that passed only the second time: `flaky: FILE > TITLE`.
//
// `first` succeeds even if files failed, unless a second run of these files could prove nothing. `again` runs all
// waiting files; it fails if one of them fails again, or if more than MOST tests (else MOST_FLAKY) passed only the second time.
// With more than MOST_FILES waiting files it fails at once: then something other than chance is broken.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_FILES, MOST_FLAKY, afterFirstRun, passedAgain } from './second-run/retry-decision.js';

const REPORTER = fileURLToPath(new URL('second-run/reporter.js', import.meta.url));

const [mode, folder, script, ...filters] = process.argv.slice(2);
const waiting = join(folder, 'waiting');
const flaky = join(folder, 'flaky');
const reasonsOfAll = join(folder, 'reasons');
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
  for (const { path, titles, reasons } of again) {
    const file = relative('', path);
    console.log(`${file} failed and will run a second time, alone`);
    appendFileSync(waiting, `${[script, file, ...titles].join('\t')}\n`);
    appendFileSync(reasonsOfAll, reasons.map((reason) => `FIRST RUN  ${file} > ${reason}\n`).join(''));
  }
  return 0;
}

function again() {
  const left = linesOf(waiting);
  if (left.length > MOST_FILES) {
    console.log(`FAIL  ${left.length} test files failed, and at most ${MOST_FILES} get a second run`);
    return 1;
  }
  let exitOfAll = 0;
  while (left.length > 0) {
    const [name, file, ...titles] = left.shift().split('\t');
    writeFileSync(waiting, left.map((line) => `${line}\n`).join(''));
    const path = resolve(file);
    const { exitCode, report } = run(name, [path]);
    if (passedAgain(exitCode, report, { path, titles })) {
      appendFileSync(flaky, titles.map((title) => `flaky: ${file} > ${title}\n`).join(''));
    } else {
      console.log(titles.map((title) => `FAIL  ${file} > ${title}: its file failed again`).join('\n'));
      exitOfAll = 1;
    }
  }
  const count = linesOf(flaky).length;
  const most = Number(script ?? MOST_FLAKY);
  if (count > most) {
    console.log(`FAIL  ${count} tests passed only the second time, and at most ${most} may`);
    exitOfAll = 1;
  }
  return exitOfAll;
}

mkdirSync(folder, { recursive: true });
process.exitCode = mode === 'first' ? first() : again();
