import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { onEndOfProcess } from '@sign-display/backend/process/process-signals';
import { BackendStartError } from './adapters/backend-process.ts';
import { onOutputClosed } from './adapters/closed-output.ts';
import { systemClock } from './adapters/system-clock.ts';
import { SetupError } from './backend/operators.ts';
import type { BackendAccess } from './backend/own-backend.ts';
import { createProgress } from './report/progress.ts';
import { OutFolderError } from './report/prepare-out-folder.ts';
import { prepareReportFile, writeReport } from './report/write-report-file.ts';
import { htmlReport } from './report/html-report.ts';
import { renderReport } from './report/terminal-report.ts';
import { RunError, runSimulation } from './run/run.ts';
import { ScenarioError, readScenario } from './plan/scenario.ts';

/** `npm run sim`: exit codes 0 all promises held, 1 one was broken, 2 could not start, 130 interrupted. */

const EXIT = { held: 0, broken: 1, unusable: 2, interrupted: 130 } as const;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  return value;
};

function httpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an http or https address.');
  return new URL(text).origin;
}

const program = new Command('sim')
  .description(
    'Claims virtual signs through a real backend: the real kiosk agent on simulated machines, real sockets, real pages, operators who make mistakes, and network faults. The run ends with a table, a report.json and a verdict on each promise.',
  )
  .version(version)
  .option('-k, --kiosks <number>', 'number of signs (default: from the scenario, or 100)', wholeNumber(1, 20_000))
  .option('-s, --seed <text>', 'determines every plan and every fault; the same seed gives the same run', '1')
  .option('--scenario <name|file>', 'the name of a scenario in simulator/scenarios, or a JSON file', 'default')
  .option('-o, --out <folder>', 'folder for report.json', '.')
  .option('--url <address>', 'use a backend that is already running (with --email and SIM_PASSWORD)', httpUrl)
  .option('--email <address>', 'account that claims signs on that backend')
  .addOption(new Option('--password <text>').hideHelp().env('SIM_PASSWORD'))
  .addHelpText(
    'after',
    `
Examples:
  npm run sim -- --kiosks 300 --seed 7
  npm run sim -- --scenario venue-power-cut
  SIM_PASSWORD=… npm run sim -- --kiosks 50 --url http://127.0.0.1:3000 --email me@example.org

Without --url, the run starts its own backend with a database in a temporary folder. After a broken promise, the run
keeps that folder and prints its path. With --url, no operator types wrong codes, because that would lock the account.

Exit codes: 0 every promise held · 1 a promise was broken · 2 the run could not start · 130 interrupted`,
  )
  .configureOutput({ outputError: (text, write) => write(`${text}Try --help.\n`) })
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : EXIT.unusable);
  });

interface Options {
  kiosks?: number;
  seed: string;
  scenario: string;
  out: string;
  url?: string;
  email?: string;
  password?: string;
}

function foreignBackend({ url, email, password }: Options): BackendAccess | null {
  if (program.getOptionValueSource('password') === 'cli')
    throw new SetupError(
      '--password is not supported, because every user of this machine can read the command line. Use SIM_PASSWORD.',
    );
  if (url === undefined && email === undefined) return null;
  if (url === undefined)
    throw new SetupError('--email needs --url, because the run’s own backend has its own operators');
  if (email === undefined || password === undefined) throw new SetupError('--url needs --email and SIM_PASSWORD');
  return { url, email, password };
}

/** The command that repeats this run: whatever is not a default, and never a password. */
function commandOf({ seed, scenario, url, email }: Options, kiosks: number): string {
  const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
  const words = ['npm run sim --', '--kiosks', String(kiosks), '--seed', quoted(seed)];
  if (scenario !== 'default') words.push('--scenario', quoted(scenario));
  if (url !== undefined && email !== undefined) words.push('--url', url, '--email', quoted(email));
  return words.join(' ');
}

const DEFAULT_KIOSKS = 100;

/** What a person can mend: told in its own words, without a stack. */
const EXPECTED = [ScenarioError, SetupError, BackendStartError, OutFolderError];

const tellKept = (folder: string) => console.error(`the data and the log of the backend are in ${folder}`);

async function main(): Promise<number> {
  const options = program.parse().opts<Options>();
  const interruption = new AbortController();
  onEndOfProcess({
    clock: systemClock,
    underNpm: process.env['npm_lifecycle_event'] !== undefined,
    end: () => interruption.abort(),
    // Wanted twice, wanted now: the backend sees that we are gone and ends by itself.
    endNow: () => process.exit(EXIT.interrupted),
  });
  onOutputClosed(() => interruption.abort());
  const folder = resolve(options.out);
  try {
    const scenario = readScenario(options.scenario);
    const kiosks = options.kiosks ?? scenario.watch?.kiosks ?? DEFAULT_KIOSKS;
    const command = commandOf(options, kiosks);
    const file = await prepareReportFile(folder);
    const { report, keptFolder } = await runSimulation({
      kiosks,
      seed: options.seed,
      scenario,
      scenarioName: options.scenario,
      command,
      foreign: foreignBackend(options),
      versions: { simulator: version, node: process.versions.node },
      environment: process.env,
      progress: createProgress(process.stdout, kiosks),
      signal: interruption.signal,
    });
    console.log(renderReport(report, process.stdout.isTTY));
    if (keptFolder) tellKept(keptFolder);
    await writeReport(file, report, htmlReport(report));
    console.log(`report: ${file}`);
    return EXIT[report.verdict];
  } catch (error) {
    if (interruption.signal.aborted) {
      console.error('interrupted before there were any results');
      return EXIT.interrupted;
    }
    const cause = error instanceof RunError ? error.cause : error;
    console.error(EXPECTED.some((kind) => cause instanceof kind) ? (cause as Error).message : cause);
    if (error instanceof RunError && error.keptFolder) tellKept(error.keptFolder);
    return EXIT.unusable;
  }
}

const code = await main();
// What hangs on (a page that never answers, say) must not keep a finished run alive.
systemClock.after(0, () => process.exit(code));
