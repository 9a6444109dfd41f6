import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { clearTextWarning } from '@sign-display/contracts/loopback-hosts';
import { toHex } from '@sign-display/contracts/identifier-generation';
import { onEndOfProcess } from '@sign-display/backend/process/process-signals';
import { onOutputClosed } from '../adapters/closed-output.ts';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { trustAuthority } from '../adapters/trust-authority.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { createCamera } from '../machine/draw-screenshot.ts';
import { createPageClient } from '../pages/page-client.ts';
import { ServiceError, checkService } from './check-service.ts';
import { openFolderDisk } from './folder-disk.ts';
import { startManualKiosk } from './manual-kiosk.ts';

/** `npm run kiosk:virtual`: exit codes 0 ended by SIGTERM, 2 there is no service to connect to, 130 ended by Ctrl-C. */

const EXIT = { ended: 0, unusable: 2, interrupted: 130 } as const;
const MOST_KIOSKS = 200;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MOST_KIOSKS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_KIOSKS}.`);
  return value;
}

function httpOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an http or https address, such as http://localhost:3000.');
  return new URL(text).origin;
}

const program = new Command('kiosk:virtual')
  .description(
    'Runs a virtual kiosk that you can claim by hand: the real kiosk agent on a simulated machine, over a real socket. The kiosk prints its QR code and short code, loads pages over HTTP, and prints what happens.',
  )
  .version(version)
  .option('--server <address>', 'address of the service', httpOrigin, 'http://localhost:3000')
  .option('--data-dir <folder>', 'folder for the identity, so that the kiosk is the same sign at the next start')
  .option('--ca <file>', 'certificate of a service that was started with --https: DATA_DIR/https/authority.crt')
  .option('--count <number>', 'number of kiosks', wholeNumber, 1)
  .addHelpText(
    'after',
    `
Examples:
  npm run kiosk:virtual
  npm run kiosk:virtual -- --server http://localhost:3000 --data-dir /tmp/my-sign
  npm run kiosk:virtual -- --count 5

Without --data-dir, each start is a new sign in a temporary folder, which is removed at the end. Press Ctrl-C to end the kiosk.

Exit codes: 0 ended by SIGTERM · 2 no service at that address · 130 ended by Ctrl-C`,
  )
  .configureOutput({ outputError: (text, write) => write(`${text}Try --help.\n`) })
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : EXIT.unusable);
  });

interface Options {
  server: string;
  dataDir?: string;
  ca?: string;
  count: number;
}

/** Locally administered, as a machine that is none of any maker's has it. */
const makeMac = (): string => `02:5d:${toHex(systemRandom.bytes(4)).match(/../g)!.join(':')}`;

function trust(file: string): void {
  try {
    trustAuthority(file);
  } catch (error) {
    throw new ServiceError((error as Error).message, { cause: error });
  }
}

const isNothing = (body: string): boolean => body.trim() === '';

/** What a person can mend: told without a stack. */
const isExpected = (error: unknown): boolean =>
  error instanceof ServiceError ||
  (error as NodeJS.ErrnoException).syscall !== undefined ||
  error instanceof SyntaxError;

async function liveUntil(signal: AbortSignal, { server, dataDir, ca, count }: Options): Promise<void> {
  if (ca !== undefined) trust(ca);
  const warning = clearTextWarning(server);
  if (warning !== null) console.error(warning);
  await checkService(server);
  const folder = dataDir === undefined ? await mkdtemp(join(tmpdir(), 'sign-display-kiosk-')) : resolve(dataDir);
  const pages = createPageClient(systemClock, isNothing);
  const camera = createCamera();
  try {
    console.log(
      `connecting to ${server}; the identity is in ${folder}${dataDir === undefined ? ', which is removed at the end' : ''}`,
    );
    const disks = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        openFolderDisk(count === 1 ? folder : join(folder, String(index + 1)), makeMac),
      ),
    );
    const kiosks = disks.map((disk, index) =>
      startManualKiosk({
        number: index + 1,
        clock: systemClock,
        random: systemRandom,
        transport: createKioskTransport(server, systemClock),
        pages,
        camera,
        disk,
        appVersion: version,
        drawsQr: process.stdout.isTTY && count === 1,
        say: (line) => console.log(count === 1 ? line : `sign ${index + 1}: ${line}`),
      }),
    );
    if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }));
    await Promise.all(kiosks.map((kiosk) => kiosk.stop()));
  } finally {
    await pages.close();
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const options = program.parse().opts<Options>();
  const ending = new AbortController();
  let code: number = EXIT.interrupted;
  onEndOfProcess({
    clock: systemClock,
    underNpm: process.env['npm_lifecycle_event'] !== undefined,
    end(reason) {
      if (reason === 'SIGTERM') code = EXIT.ended;
      ending.abort();
    },
    endNow: () => process.exit(EXIT.interrupted),
  });
  onOutputClosed(() => ending.abort());
  try {
    await liveUntil(ending.signal, options);
    return code;
  } catch (error) {
    console.error(isExpected(error) ? (error as Error).message : error);
    return EXIT.unusable;
  }
}

const code = await main();
// A socket that is closing must not keep a finished kiosk alive.
systemClock.after(0, () => process.exit(code));
