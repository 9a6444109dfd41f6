import { writeFileSync } from 'node:fs';
import { reportOf } from './retry-decision.js';

/** A reporter for vitest that writes the report of a run to the file that SECOND_RUN_REPORT names. */
export default class SecondRunReporter {
  onTestRunEnd(testModules, errors, reason) {
    writeFileSync(process.env.SECOND_RUN_REPORT, JSON.stringify(reportOf(testModules, errors, reason)));
  }
}
