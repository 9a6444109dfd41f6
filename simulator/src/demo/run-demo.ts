import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftOvers } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import { startBackend } from '../adapters/backend-process.ts';
import { killService } from '../adapters/clean-up-killed-services.ts';
import { findInvitationToken } from '../adapters/find-invitation-token.ts';
import { systemClock as clock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { given, type Operator, type Venue } from '../backend/operators.ts';
import { createRestClient } from '../backend/rest-client.ts';
import { createPageClient } from '../pages/page-client.ts';
import { readMail } from '../receivers/read-mail.ts';
import type { Stop } from './evening-plan.ts';
import { claimDemoSigns, type ClaimedDemoSigns } from './claim-demo-signs.ts';
import { emailOf, openVenue, PEOPLE } from './create-event-and-people.ts';
import { playEvening } from './play-evening.ts';
import { wait } from '../waiting/wait.ts';
import { signsOf, type DemoSign } from './venue.ts';
import { openWebsites, type Websites } from './websites.ts';

/** What a person can mend, in words that say what to do. */
export class DemoError extends Error {
  override name = 'DemoError';
}

/** Why the demo is over before anybody ended it. `errors`: what the service logged of them. */
export const sayEnded = (errors: readonly string[]): string =>
  errors.length > 0
    ? `The service stopped unexpectedly:\n${errors.join('\n')}`
    : 'The service stopped without logging an error: it was stopped from outside or ran out of memory.';

export interface DemoOptions {
  signs: number;
  seed: string;
  /** 0: a free one. */
  port: number;
  pace: number;
  until: Stop | null;
  appVersion: string;
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  /** Fires when the service is to end without a word. */
  kill: AbortSignal;
  /** What somebody needs to know. */
  print(line: string): void;
  /** What goes on. */
  say(words: string): void;
}

/** All that a demo leaves that was killed without a word; its name says which process made it. */
const FOLDER = 'sign-display-demo-';
const PREFIX = `${FOLDER}${process.pid}-`;
/** After `kill` has fired: removes what is left. Resolves with the folders that could not be removed. */
export const removeAll = (): Promise<string[]> => killService(tmpdir(), PREFIX);

/** In docs/demo.md. The rest is as it is by default: heartbeats each 5 s, offline after 15 s. */
const SETTINGS = {
  BOOTSTRAP_ORGANIZATION: 'Nordlicht Events',
  // The demo's own start is no fault that has to be ruled out.
  WARM_UP_MS: '15000',
  // A page that fails is known after two checks.
  REACHABILITY_INTERVAL_MS: '10000',
  // One person claims as fast as a hall full of them.
  RATE_LIMIT_PER_MINUTE: '100000',
};
/** One a second from 300 signs; each keeps its last. */
const PICTURE_EVERY_SECONDS = 300;
/** Each first picture is drawn, which takes some 20 ms: all at once would keep heartbeats waiting. */
const PICTURES_A_SECOND = 8;

/** Letters and digits that nobody takes for one another, so that who reads it can type it. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const text = Array.from(systemRandom.bytes(16), (byte) => letters[byte % letters.length]).join('');
  return text.match(/.{4}/g)!.join('-');
}

/** Throws a `DemoError` where the port can't be had. */
async function checkPort(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, '127.0.0.1', resolve)).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? 'is in use by another program'
          : code === 'EACCES'
            ? 'is not allowed for this user'
            : `can’t be used: ${message}`;
      throw new DemoError(`Port ${port} ${why}. Choose another one with --port, or omit --port to use a free one.`);
    },
  );
  await new Promise((closed) => probe.close(closed));
}

/** Throws a `DemoError` where temporary files can't be kept; any other error as it is. */
function tellFolder(error: NodeJS.ErrnoException): never {
  if (error.syscall !== 'mkdtemp' && error.syscall !== 'scandir') throw error;
  throw new DemoError(`Temporary files can’t be stored in ${tmpdir()} (${error.code}). Set TMPDIR to another folder.`);
}

/** Orders what the signs are to do beside showing their pages: some have a desktop in front of it, and all take pictures. */
async function furnish(
  owner: Operator,
  venue: Venue,
  hung: ClaimedDemoSigns,
  signs: readonly DemoSign[],
  signal: AbortSignal,
) {
  const order = async (signIds: string[], action: BulkAction): Promise<void> => {
    if (signIds.length === 0 || signal.aborted) return;
    const body = { organizationId: venue.organizationId, target: { signIds }, action };
    given('ordering', await owner.call('POST /api/signs/bulk', { body }));
  };
  const { recordIds } = hung;
  const inBackground = recordIds.filter((_, index) => signs[index]!.isInBackground);
  await order(inBackground, { command: 'set_background_mode', args: { enabled: true } });
  await order([...recordIds], { settings: { screenshotEverySeconds: PICTURE_EVERY_SECONDS } });
  for (let first = 0; first < recordIds.length && !signal.aborted; first += PICTURES_A_SECOND) {
    await order(recordIds.slice(first, first + PICTURES_A_SECOND), { command: 'screenshot' });
    await wait(clock, 1_000, signal);
  }
}

/** Runs until `signal` fires, and leaves nothing behind. Throws a `DemoError`, a `BackendStartError` or a `SetupError`. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { seed, port, appVersion, environment, print, say } = options;
  if (port !== 0) await checkPort(port);
  await removeLeftOvers(tmpdir(), FOLDER).catch(tellFolder);
  say('starting the service with its own database');
  options.signal.addEventListener('abort', () => say('ending the demo'), { once: true });
  const password = makePassword();
  const bootstrap = { BOOTSTRAP_EMAIL: emailOf('owner'), BOOTSTRAP_PASSWORD: password };
  const settings = { ...SETTINGS, ...bootstrap, PORT: String(port) };
  const backend = await startBackend(environment, settings, { folderPrefix: PREFIX, kill: options.kill }).catch(
    tellFolder,
  );
  const signal = AbortSignal.any([options.signal, backend.gone]);
  const client = createRestClient(backend.url, clock);
  const pages = createPageClient(clock);
  const signs = signsOf(options.signs);
  let websites: Websites | null = null;
  let hung: ClaimedDemoSigns | null = null;
  try {
    if (signal.aborted) return;
    websites = await openWebsites(signs);
    const outbox = join(backend.dataFolder, 'outbox');
    const readInvitation = (to: string) => findInvitationToken(outbox, to, (raw) => readMail(raw).text);
    const { venue, owner, operator } = await openVenue({ client, clock, readInvitation, password });
    const people = [owner, operator] as const;
    const world = { seed, clock, url: backend.url, venue, signs, pages, websites, people, appVersion, signal, say };
    const hanging = claimDemoSigns(world);
    ({ hung } = hanging);
    await hanging.done;
    if (signal.aborted) return;
    print(`\nThe wall: ${backend.url}${pathOf('wall', { eventId: venue.eventId })}\n`);
    for (const [role, name] of Object.entries(PEOPLE))
      print(`  ${role.padEnd(8)}  ${emailOf(role as keyof typeof PEOPLE)}  ${password}  (${name})`);
    print('\nPress Ctrl-C to end the demo.\n');
    await Promise.all([
      furnish(owner, venue, hung, signs, signal),
      playEvening({ ...options, clock, venue, hung, websites, operator, signal, signs }),
    ]);
  } catch (error) {
    // What breaks off while all of it ends is no error.
    if (!signal.aborted) throw error;
  } finally {
    await hung?.stop();
    await Promise.all([client.close(), pages.close(), websites?.close()]);
    await backend.stop();
    await backend.removeFolder();
  }
  if (!options.signal.aborted) throw new DemoError(sayEnded(backend.errors()));
}
