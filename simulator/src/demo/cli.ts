import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { onEndOfProcess } from '@sign-display/backend/process/process-signals';
import { BackendStartError } from '../adapters/backend-process.ts';
import { onOutputClosed } from '../adapters/closed-output.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { SetupError } from '../backend/operators.ts';
import { STOPS, type Stop } from './evening-plan.ts';
import { DemoError, removeAll, runDemo } from './run-demo.ts';

/** `npm run demo`: exit codes 0 ended by Ctrl-C or SIGTERM, 1 the demo failed, 2 the demo could not start, 130 ended immediately by a second Ctrl-C. */

const EXIT = { ended: 0, broken: 1, unusable: 2, interrupted: 130 } as const;
/** One process holds all signs. */
const MOST_SIGNS = 1_000;
const MOST_PORT = 65_535;
const [LEAST_PACE, MOST_PACE] = [0.1, 20];

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  return value;
};

function paceOf(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < LEAST_PACE || value > MOST_PACE)
    throw new InvalidArgumentError(`It must be a number from ${LEAST_PACE} to ${MOST_PACE}.`);
  return value;
}

const program = new Command('demo')
  .description(
    'Simulates an evening at an event: the real service with its own database, virtual signs with pages and screenshots, and faults that occur and are fixed again and again.',
  )
  .version(version)
  .option('--signs <number>', 'number of virtual signs', wholeNumber(1, MOST_SIGNS), 300)
  .option('--port <number>', 'port of the service; 0 picks a free port', wholeNumber(0, MOST_PORT), 0)
  .option('--seed <text>', 'the same seed gives the same evening', '7')
  .option('--pace <factor>', 'speed of the incidents; 2 is twice as fast', paceOf, 1)
  .addOption(new Option('--until <what>', 'stop the evening after this incident').choices(STOPS))
  .option('--quiet', 'print only the address and the accounts')
  .addHelpText(
    'after',
    `
Examples:
  npm run demo
  npm run demo -- --port 3000 --signs 100
  npm run demo -- --pace 10 --until blank

Ctrl-C ends the demo and removes all its files. A second Ctrl-C ends the demo immediately. See docs/demo.md for details.

Exit codes: 0 ended by Ctrl-C or SIGTERM · 1 the demo failed · 2 the demo could not start · 130 ended immediately`,
  )
  .configureOutput({ outputError: (text, write) => write(`${text}Try --help.\n`) })
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? EXIT.ended : EXIT.unusable);
  });

interface Options {
  signs: number;
  port: number;
  seed: string;
  pace: number;
  until?: Stop;
  quiet?: true;
}

/** What a person can mend: told without a stack. */
const isExpected = (error: unknown): boolean =>
  [DemoError, BackendStartError, SetupError].some((kind) => error instanceof kind) ||
  (error as NodeJS.ErrnoException).syscall !== undefined;

async function main(): Promise<number> {
  const { until = null, quiet = false, ...options } = program.parse().opts<Options>();
  const ending = new AbortController();
  const killing = new AbortController();
  let isUp = false;
  let endingNow: Promise<never> | null = null;
  async function endNow(): Promise<never> {
    killing.abort();
    const left = await removeAll();
    console.log(
      left.length === 0
        ? 'ended immediately; all files were removed'
        : `ended immediately; these folders remain: ${left.join(', ')}`,
    );
    process.exit(EXIT.interrupted);
  }
  onEndOfProcess({
    clock: systemClock,
    underNpm: process.env['npm_lifecycle_event'] !== undefined,
    end: () => ending.abort(),
    endNow: () => void (endingNow ??= endNow()),
  });
  onOutputClosed(() => ending.abort());
  const clockTime = (): string => new Date(systemClock.now()).toLocaleTimeString('en-GB');
  try {
    await runDemo({
      ...options,
      until,
      appVersion: version,
      environment: process.env,
      signal: ending.signal,
      kill: killing.signal,
      print(line) {
        isUp = true;
        console.log(line);
      },
      say(words) {
        if (!quiet) console.log(`${clockTime()} ${words}`);
      },
    });
    return await (endingNow ?? EXIT.ended);
  } catch (error) {
    // It lost its service by that.
    if (endingNow) return await endingNow;
    console.error(isExpected(error) ? (error as Error).message : error);
    return isUp ? EXIT.broken : EXIT.unusable;
  }
}

const code = await main();
// A socket that is closing must not keep a finished demo alive.
systemClock.after(0, () => process.exit(code));
