import { X509Certificate, createPrivateKey } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import { StartError } from '../start-error.ts';
import type { Certificates, KeyAndCertificate } from './certificate-types.ts';
import { OWN_NETWORKS } from './local-networks.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Two seasons: each phone installs it by hand, and what it lets its thief do ends some time. */
const LIVES_MS = 730 * DAY_MS;
/** Time enough for people to bring the successor to each phone and kiosk, before the first event that needs it. */
const SUCCESSOR_BEFORE_MS = 45 * DAY_MS;
/** Longer than between two looks (renew-local-certificate.ts), so that no certificate ends before its follower is there. */
const HANDED_OVER_BEFORE_MS = 60_000;
/** Phones' clocks are wrong now and then. */
const BACKDATED_MS = DAY_MS;

interface Deps {
  clock: Pick<Clock, 'now'>;
  random: Random;
  certificates: Certificates;
}

interface Root extends KeyAndCertificate {
  certificate: X509Certificate;
}

/** The one that signs. */
export interface Authority extends Root {
  /** Signs after it; there 45 days before, so that phones and kiosks have it by then. */
  successor: Root | null;
  /** The file with the certificates alone (PEM, the successor's too), for who is to trust them. */
  path: string;
  /** Nobody trusts it yet. */
  isNew: boolean;
}

/** In ms since 1970. */
export const endOf = ({ certificate }: Root): number => certificate.validToDate.getTime();
const isOver = (root: Root, nowMs: number): boolean => endOf(root) - nowMs <= HANDED_OVER_BEFORE_MS;
const endsSoon = (root: Root, nowMs: number): boolean => endOf(root) - nowMs < SUCCESSOR_BEFORE_MS;

/** Whether `loadOrCreateAuthority` would say something else by now: its time is over, or its successor is to be made. */
export const isUsable = (authority: Authority, nowMs: number): boolean =>
  isOver(authority, nowMs) || (authority.successor === null && endsSoon(authority, nowMs));

/** Key and certificate in one file, which therefore is whole or not there; a successor has the next number. */
const FILE = /^authority-(\d+)\.pem$/;
const nameOf = (number: number): string => `authority-${number}.pem`;

async function numbersIn(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).map((name) => Number(FILE.exec(name)?.[1] ?? 0));
  return numbers.filter((number) => number > 0).toSorted((a, b) => a - b);
}

/** Throws a StartError for a file that is damaged, or that others may read. */
async function readRoot(path: string): Promise<Root> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartError(
      `${path} contains the key that phones trust, and other users of this machine can read it. If no one has read it, run: chmod 600 ${path}. If in doubt, delete it. The service then creates a new certificate, and each phone must install that one.`,
    );
  const pem = await readFile(path, 'utf8');
  const [key = '', cert = ''] = pem.split(/(?=-----BEGIN CERTIFICATE-----)/);
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key)))
      throw new Error('the key does not belong to the certificate');
    return { key, cert, certificate };
  } catch (cause) {
    throw new StartError(
      `${path} is damaged. Restore it, or delete it. The service then creates a new certificate, and each phone must install that one. (${(cause as Error).message})`,
    );
  }
}

/** Makes number `number`, unless another start has just done so. */
async function makeNumber(folder: string, number: number, { clock, random, certificates }: Deps) {
  const now = clock.now();
  const name = `Sign Display local authority ${new Date(now).toISOString().slice(0, 10)} ${makeUuidV4(random).slice(0, 4)}`;
  const made = await certificates.makeAuthority(name, OWN_NETWORKS, {
    fromMs: now - BACKDATED_MS,
    untilMs: now + LIVES_MS,
  });
  // A link fails where another start was first, and a whole file is linked or none.
  const draft = join(folder, `draft-${makeUuidV4(random)}`);
  await writeFile(draft, made.key + made.cert, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, join(folder, nameOf(number)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

/** Those that have not ended, the oldest first, and the number of a next one. */
async function readLiving(folder: string, nowMs: number): Promise<{ living: Root[]; next: number }> {
  const numbers = await numbersIn(folder);
  const roots = await Promise.all(numbers.slice(-2).map((number) => readRoot(join(folder, nameOf(number)))));
  return { living: roots.filter((root) => !isOver(root, nowMs)), next: (numbers.at(-1) ?? 0) + 1 };
}

/**
 * The local authority of this data directory, kept in `https/` with its key readable by its owner only. It signs until its end, because whoever trusts it trusts no other yet; its
 * successor is made 45 days before, to be installed beside it. Throws a StartError for what a person can mend.
 */
export async function loadOrCreateAuthority(dataDirectory: string, deps: Deps): Promise<Authority> {
  const { clock, random } = deps;
  const folder = join(dataDirectory, 'https');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await readLiving(folder, clock.now());
  const isNew = before.living.length === 0;
  const isToBeMade = before.living.every((root) => endsSoon(root, clock.now()));
  if (isToBeMade) await makeNumber(folder, before.next, deps);
  const { living } = isToBeMade ? await readLiving(folder, clock.now()) : before;
  const [signing, successor = null] = living as [Root, Root?];
  const path = join(folder, 'authority.crt');
  const draft = join(folder, `draft-${makeUuidV4(random)}`);
  await writeFile(draft, signing.cert + (successor?.cert ?? ''), { mode: 0o644, flag: 'wx' });
  await rename(draft, path);
  return { ...signing, successor, path, isNew };
}
