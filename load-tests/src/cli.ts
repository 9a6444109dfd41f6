import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { onEndOfProcess } from '@sign-display/backend/process/end-of-process';
import { BackendStartError, startBackend, type BackendProcess } from '@sign-display/simulator/adapters/backend-process';
import { systemClock } from '@sign-display/simulator/adapters/system-clock';
import { systemRandom } from '@sign-display/simulator/adapters/system-random';
import { toHex } from '@sign-display/contracts/identifiers';
import { startK6 } from './adapters/node/k6-process.ts';
import { NoRun, readArguments, type Asked } from './run/arguments.ts';
import { pinnedTo, shareCores, type Cores } from './run/cores.ts';
import { NoK6Error, findK6 } from './run/find-k6.ts';
import { runLoad } from './run/run.ts';
import { neededSettings, settingsFor } from './run/service-settings.ts';

/** `npm run load`. */

const EXIT = { passed: 0, failed: 1, unusable: 2, invalid: 3, noK6: 4, undone: 5, interrupted: 130 } as const;
const say = (words: string): void => console.log(words);

/** How `npm start` runs Node, so that what is measured is what people run. */
function nodeOptionsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => /^--[\w-]+=/.test(word));
}

/** Null where there is no taskset, as on macOS, or one core. */
function findCores(): Cores | null {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return shareCores(availableParallelism());
  } catch {
    return null;
  }
}

const ownBackend = ({ settings }: Asked, cores: Cores | null): Promise<BackendProcess> =>
  startBackend(
    process.env,
    { ...settingsFor(settings.scenario), BOOTSTRAP_EMAIL: settings.email, BOOTSTRAP_PASSWORD: settings.password },
    { before: cores ? pinnedTo(cores.server) : [], nodeOptions: nodeOptionsOfStart() },
  );

const SEEN_BY_K6 = /^(PATH|HOME|USER|TMPDIR|XDG_\w+|SSL_CERT_\w+|NO_COLOR|TERM|K6_(?!BINARY)\w+)$/;

async function run(asked: Asked, k6: string, signal: AbortSignal): Promise<number> {
  const cores = findCores();
  say(
    cores
      ? `the service runs on core ${cores.server.join(', ')}, k6 on ${cores.k6.join(', ')}`
      : 'the service and k6 share all cores: there is no taskset here, or one core',
  );
  if (asked.isForeign) say(neededSettings());
  const backend = asked.isForeign ? null : await ownBackend(asked, cores);
  try {
    if (backend) say(`a service of this run’s own is at ${backend.url}`);
    const { settings } = asked;
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(
        (one): one is [string, string] => SEEN_BY_K6.test(one[0]) && one[1] !== undefined,
      ),
    );
    if (signal.aborted) return EXIT.interrupted;
    const { verdict, words } = await runLoad(
      {
        settings: backend ? { ...settings, url: backend.url, metricsUrl: backend.metricsUrl } : settings,
        k6,
        cores,
        folder: resolve(asked.out),
        environment,
      },
      { clock: systemClock, startK6, signal: AbortSignal.any(backend ? [signal, backend.gone] : [signal]) },
    );
    say(`\n${words}`);
    const exit = backend?.exited() ?? null;
    if (exit !== null && !signal.aborted) {
      say(
        `The service ended in the middle of the run (${exit.signal ?? `code ${exit.code}`}): its log is in ${backend?.folder}`,
      );
      return EXIT.failed;
    }
    return EXIT[verdict.outcome];
  } finally {
    const isWanted = backend?.exited() === null;
    await backend?.stop();
    if (isWanted) await backend?.removeFolder();
  }
}

async function main(): Promise<number> {
  const interruption = new AbortController();
  onEndOfProcess({
    clock: systemClock,
    underNpm: process.env['npm_lifecycle_event'] !== undefined,
    end: () => interruption.abort(),
    // Wanted twice, wanted now: k6 is killed with us (k6-process.ts), and the service sees that we are gone and ends by itself.
    endNow: () => process.exit(EXIT.interrupted),
  });
  try {
    const fresh = { seed: toHex(systemRandom.bytes(4)), password: toHex(systemRandom.bytes(16)) };
    const asked = readArguments(process.argv.slice(2), fresh, process.env['LOAD_PASSWORD']);
    return await run(
      asked,
      findK6({ K6_BINARY: process.env['K6_BINARY'], PATH: process.env['PATH'] }),
      interruption.signal,
    );
  } catch (error) {
    if (error instanceof NoRun && error.isHelp) {
      say(error.message);
      return EXIT.passed;
    }
    if (error instanceof NoK6Error) {
      console.error(error.message);
      return EXIT.noK6;
    }
    const isExpected = error instanceof NoRun || error instanceof BackendStartError;
    console.error(isExpected ? `${error.message.trimEnd()}\nTry --help.` : error);
    return EXIT.unusable;
  }
}

process.exitCode = await main();
// A timer or a socket that hangs on must not keep a finished run alive.
systemClock.after(0, () => process.exit());
