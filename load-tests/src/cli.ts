import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { onEndOfProcess } from '@sign-display/backend/process/process-signals';
import {
  BackendStartError,
  removeFoldersOfKilled,
  startBackend,
  type BackendProcess,
} from '@sign-display/simulator/adapters/backend-process';
import { systemClock } from '@sign-display/simulator/adapters/system-clock';
import { systemRandom } from '@sign-display/simulator/adapters/system-random';
import { OutFolderError, prepareOutFolder } from '@sign-display/simulator/report/prepare-out-folder';
import { toHex } from '@sign-display/contracts/identifier-generation';
import { startK6 } from './adapters/node/k6-process.ts';
import { planRun } from './plan/plan.ts';
import { NoRun, readArguments, type Asked } from './run/arguments.ts';
import { pinnedTo, type Cores } from './run/share-cores.ts';
import { findCores } from './run/find-cores.ts';
import { NoK6Error, findK6, versionMisfit } from './run/find-k6.ts';
import { lacks, readMachine } from './run/check-machine.ts';
import { checkRunningService } from './run/check-service.ts';
import { runLoad } from './run/run.ts';
import { nodeOptionsOf, readStart } from './run/node-options.ts';
import { neededSettings, settingsFor, tooStrict } from './run/service-settings.ts';

/** `npm run load`. */

const EXIT = { passed: 0, failed: 1, unusable: 2, invalid: 3, noK6: 4, undone: 5, interrupted: 130 } as const;
const FOLDER_PREFIX = 'sign-display-load-';
const K6_TELLS_WITHIN_MS = 20_000;
const say = (words: string): void => console.log(words);

const contentOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** What stands in the way of the run is said before anything is begun. Throws a `NoRun`. */
async function look({ settings, isForeign, out }: Asked, k6: string): Promise<void> {
  const version = await promisify(execFile)(k6, ['version'], { timeout: K6_TELLS_WITHIN_MS }).then(
    ({ stdout }) => stdout,
    (error: Error) => error.message,
  );
  const machine = readMachine(
    await contentOf('/proc/self/limits'),
    await contentOf('/proc/sys/net/ipv4/ip_local_port_range'),
  );
  const misfit =
    versionMisfit(k6, version) ??
    lacks(planRun(settings), machine) ??
    (isForeign ? await checkRunningService(systemClock, settings) : null);
  if (misfit !== null) throw new NoRun(misfit, false);
  await prepareOutFolder(resolve(out));
}

async function ownBackend({ settings }: Asked, cores: Cores | null): Promise<BackendProcess> {
  // What a run left that was killed, or whose service ended: its log was there to be read.
  await removeFoldersOfKilled(FOLDER_PREFIX);
  return await startBackend(
    process.env,
    { ...settingsFor(settings.scenario), BOOTSTRAP_EMAIL: settings.email, BOOTSTRAP_PASSWORD: settings.password },
    {
      before: cores ? pinnedTo(cores.server) : [],
      // What is measured is what people run.
      nodeOptions: nodeOptionsOf(readStart()),
      folderPrefix: `${FOLDER_PREFIX}${process.pid}-`,
    },
  );
}

const SEEN_BY_K6 = /^(PATH|HOME|USER|TMPDIR|XDG_\w+|SSL_CERT_\w+|NO_COLOR|TERM|K6_(?!BINARY)\w+)$/;

async function run(asked: Asked, k6: string, signal: AbortSignal): Promise<number> {
  const cores = findCores();
  say(
    cores
      ? `the service runs on core ${cores.server.join(', ')}, k6 on ${cores.k6.join(', ')}`
      : 'the service and k6 share all cores, because this machine has no taskset or only one core',
  );
  if (asked.isForeign) say(neededSettings());
  const backend = asked.isForeign ? null : await ownBackend(asked, cores);
  try {
    if (backend) say(`started a service for this run at ${backend.url}`);
    const { settings } = asked;
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(
        (one): one is [string, string] => SEEN_BY_K6.test(one[0]) && one[1] !== undefined,
      ),
    );
    if (signal.aborted) return EXIT.interrupted;
    const { verdict, limited, words } = await runLoad(
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
    if (limited > 0) say(tooStrict(limited));
    const exit = backend?.exited() ?? null;
    if (exit !== null && !signal.aborted) {
      say(
        `FAILED: the service stopped during the run (${exit.signal ?? `code ${exit.code}`}). The log of the service is in ${backend?.folder}`,
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
    const k6 = findK6({ K6_BINARY: process.env['K6_BINARY'], PATH: process.env['PATH'] });
    await look(asked, k6);
    return interruption.signal.aborted ? EXIT.interrupted : await run(asked, k6, interruption.signal);
  } catch (error) {
    if (error instanceof NoRun && error.isHelp) {
      say(error.message);
      return EXIT.passed;
    }
    if (error instanceof NoK6Error) {
      console.error(error.message);
      return EXIT.noK6;
    }
    const isExpected = error instanceof NoRun || error instanceof BackendStartError || error instanceof OutFolderError;
    console.error(isExpected ? `${error.message.trimEnd()}\nTry --help.` : error);
    return EXIT.unusable;
  }
}

process.exitCode = await main();
// A timer or a socket that hangs on must not keep a finished run alive.
systemClock.after(0, () => process.exit());
