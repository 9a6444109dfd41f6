import { X509Certificate, createPrivateKey } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import { StartError } from '../start-error.ts';
import type { Certificates, KeyAndCertificate } from './certificates.ts';
import { OWN_NETWORKS } from './own-network.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Two seasons: each phone installs it by hand, and what it lets its thief do ends some time. */
const LIVES_MS = 730 * DAY_MS;
/** More than a leaf lives (local-https.ts), so that none outlives its authority. */
const RENEWED_BEFORE_MS = 45 * DAY_MS;
/** Phones' clocks are wrong now and then. */
const BACKDATED_MS = DAY_MS;

interface Deps {
  clock: Clock;
  random: Random;
  certificates: Certificates;
}

export interface Authority extends KeyAndCertificate {
  /** The file with the certificate alone, for who is to trust it. */
  path: string;
  certificate: X509Certificate;
  /** Nobody trusts it yet. */
  isNew: boolean;
}

/** Key and certificate in one file, which therefore is whole or not there; a successor has the next number. */
const FILE = /^authority-(\d+)\.pem$/;
const nameOf = (number: number): string => `authority-${number}.pem`;

async function latest(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) => Number(FILE.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** Throws a StartError for a file that is damaged, or that others may read. */
async function readAuthority(path: string): Promise<KeyAndCertificate & { certificate: X509Certificate }> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartError(
      `${path} holds the key that phones trust, and others on this machine may read it. If nobody has: chmod 600 ${path}. If in doubt, remove it: each phone must install the new one then.`,
    );
  const pem = await readFile(path, 'utf8');
  const [key = '', cert = ''] = pem.split(/(?=-----BEGIN CERTIFICATE-----)/);
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) throw new Error('the key is another one’s');
    return { key, cert, certificate };
  } catch (cause) {
    throw new StartError(
      `${path} is damaged. Restore it, or remove it: each phone must install the new one then. (${(cause as Error).message})`,
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

/**
 * The local authority of this data directory: made once, kept in `https/` with its key readable by its owner only, and followed by a new one 45 days before it ends. Throws a
 * StartError for what a person can mend.
 */
export async function keepAuthority(dataDirectory: string, deps: Deps): Promise<Authority> {
  const folder = join(dataDirectory, 'https');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const last = await latest(folder);
  let found = last === 0 ? null : await readAuthority(join(folder, nameOf(last)));
  const isNew = found === null || found.certificate.validToDate.getTime() - deps.clock.now() < RENEWED_BEFORE_MS;
  if (isNew) {
    await makeNumber(folder, last + 1, deps);
    found = await readAuthority(join(folder, nameOf(last + 1)));
  }
  const path = join(folder, 'authority.crt');
  const draft = join(folder, `draft-${makeUuidV4(deps.random)}`);
  await writeFile(draft, found!.cert, { mode: 0o644, flag: 'wx' });
  await rename(draft, path);
  return { ...found!, path, isNew };
}
