import { stripVTControlCharacters } from 'node:util';

// Decides which files of a vitest run need a second run, and whether a second run passed. Pure.
// A report: { files: { [path]: { failed: [title], passed: [title], reasons: [line] } }, unattributed: [problem] }.

/** The most tests of one `.ci/run` that may pass only the second time. */
export const MOST_FLAKY = 3;
/** The most failed files of one `.ci/run` that get a second run. */
export const MOST_FILES = 6;

/** The most characters of a reason that are worth a line. */
const REASON_LENGTH = 300;

const firstLine = (text) => String(text).split('\n', 1)[0].replaceAll('\t', ' ');

/** The path of the file that threw an uncaught error; undefined if vitest doesn't know the file. */
function fileOf(error, paths) {
  if (error.VITEST_TEST_PATH) return paths.find((path) => path === error.VITEST_TEST_PATH);
  // The error of a dead worker names its file only in the text.
  const text = `${error.message} ${error.cause?.message ?? ''} `;
  return paths.find((path) => text.includes(`${path} `));
}

function resultOf(testModule, errors) {
  const tests = [...testModule.children.allTests()];
  const failed = tests.filter((test) => test.result().state === 'failed').map((test) => test.fullName);
  for (const suite of testModule.children.allSuites()) {
    const [error] = suite.errors();
    if (error) failed.push(`${suite.fullName} > (hook) ${error.message}`);
  }
  failed.push(...testModule.errors().map((error) => `(file) ${error.message}`));
  failed.push(...errors.map((error) => `(unhandled) ${error.cause?.message ?? error.message}`));
  const state = testModule.state();
  const hasEnded = state === 'passed' || state === 'failed' || state === 'skipped';
  if (failed.length === 0 && !hasEnded) failed.push('(file) did not end');
  if (failed.length === 0 && state === 'failed') failed.push('(file) failed');
  const reasons = tests
    .filter((test) => test.result().state === 'failed')
    .flatMap((test) => test.result().errors.map((error) => `${test.fullName}: ${placeAndReason(error)}`));
  const passed = tests.filter((test) => test.result().state === 'passed').map((test) => test.fullName);
  return {
    failed: failed.map(firstLine),
    passed: passed.map(firstLine),
    reasons: reasons.map((reason) => firstLine(reason).slice(0, REASON_LENGTH)),
  };
}

/** `line 50: expected … not to be …`, without the colours of a terminal. */
function placeAndReason({ message, stacks }) {
  const place = stacks?.[0] ? `line ${stacks[0].line}: ` : '';
  return stripVTControlCharacters(`${place}${message}`);
}

/** Builds the report from the arguments of vitest's `onTestRunEnd`. */
export function reportOf(testModules, errors, reason) {
  const paths = testModules.map((testModule) => testModule.moduleId);
  const ofFile = Map.groupBy(errors, (error) => fileOf(error, paths));
  const unattributed = (ofFile.get(undefined) ?? []).map((error) => firstLine(error.message));
  if (reason === 'interrupted') unattributed.push('the run was interrupted');
  const result = (testModule) => resultOf(testModule, ofFile.get(testModule.moduleId) ?? []);
  return {
    files: Object.fromEntries(testModules.map((testModule) => [testModule.moduleId, result(testModule)])),
    unattributed,
  };
}

/**
 * Returns the files for a second run, `{ again: [{ path, titles }] }`, empty after a success; or `{ problem }` if a
 * second run of single files would prove nothing.
 */
export function afterFirstRun(exitCode, report) {
  if (exitCode === 0) return { again: [] };
  if (!report) return { problem: 'the run left no report' };
  if (report.unattributed.length > 0)
    return { problem: `no test file's own failure: ${report.unattributed.join('; ')}` };
  const again = Object.entries(report.files)
    .filter(([, { failed }]) => failed.length > 0)
    .map(([path, { failed, reasons }]) => ({ path, titles: failed, reasons }));
  return again.length > 0 ? { again } : { problem: `no test failed, but the run ended with ${exitCode}` };
}

/**
 * Whether the second run of a file passed: it ended with 0, and each test that failed the first time ran and passed.
 */
export function passedAgain(exitCode, report, { path, titles }) {
  const file = report?.files[path];
  if (exitCode !== 0 || !file || file.failed.length > 0 || report.unattributed.length > 0) return false;
  const isOfNoTest = (title) => /(^|> )\((hook|file|unhandled)\) /.test(title);
  return file.passed.length > 0 && titles.every((title) => isOfNoTest(title) || file.passed.includes(title));
}
