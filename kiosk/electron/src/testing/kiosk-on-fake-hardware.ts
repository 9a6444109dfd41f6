import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleApp } from '../starter/bundle-app.ts';
import { findElectron } from '../starter/find-electron.ts';
import { openCards, withCards } from './fake-network-cards.ts';

/** A line that the app wrote of itself. */
export type Told = { message: string } & Record<string, unknown>;

export interface BareKiosk {
  /** Resolves with the first line from now on, or that was written already, for which `is` holds. */
  told(is: (line: Told) => boolean): Promise<Told>;
  kill(): Promise<void>;
}

/** A machine whose network card, and whose disk if the test says so, are the test's: the real app runs on it without any service. Needs root on Linux. */
export interface OwnMachine {
  dataDir: string;
  /** What Linux says of the one card from now on. */
  setCard(macAddress: string, hasCable: boolean): void;
  start(): Promise<BareKiosk>;
  /** The signId on the disk; null where there is none. */
  signId(): string | null;
  /** Resolves with the first signId on the disk that is not `before`; nobody tells when that changes. */
  nextSignId(before: string | null): Promise<string>;
  remove(): Promise<void>;
}

const NOBODY = 65_534;
const NOWHERE = 'http://127.0.0.1:1';
const FLAGS = ['--windowed', '--lang=en-US'];

/** `diskBytes`: the data folder is a disk of its own, so large. */
export async function openOwnMachine(displayName: string, diskBytes?: number): Promise<OwnMachine> {
  const electron = findElectron(process.env);
  const app = await bundleApp();
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-machine-'));
  chmodSync(folder, 0o755);
  const [dataDir, home] = ['data', 'home'].map((name) => join(folder, name)) as [string, string];
  for (const one of [dataDir, home]) mkdirSync(one);
  const cards = openCards(join(folder, 'net'));
  if (diskBytes !== undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', dataDir]);
  for (const one of [dataDir, home]) chownSync(one, NOBODY, NOBODY);
  const program = join(folder, 'electron');
  const command = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups '${electron}'`;
  writeFileSync(program, `#!/bin/sh\n${withCards(cards, command)}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home, DISPLAY: displayName };

  function signId(): string | null {
    try {
      const [, document = ''] = readFileSync(join(dataDir, 'kiosk.json'), 'utf8').split('\n');
      return (JSON.parse(document) as { identity: { signId: string } | null }).identity?.signId ?? null;
    } catch {
      return null;
    }
  }

  return {
    dataDir,
    setCard: (macAddress, hasCable) => cards.put('eth0', macAddress, hasCable),
    start() {
      const args = [...FLAGS, '--server', NOWHERE, '--data-dir', dataDir];
      const child = spawn(program, [app, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      return Promise.resolve(listenTo(child));
    },
    signId,
    async nextSignId(before) {
      for (let now = signId(); ; now = signId()) {
        if (now !== null && now !== before) return now;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async remove() {
      await endAll(dataDir);
      if (diskBytes !== undefined) execFileSync('umount', ['--lazy', dataDir]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listenTo(child: ChildProcess): BareKiosk {
  const lines: Told[] = [];
  const waiting = new Set<{ is(line: Told): boolean; resolve(line: Told): void; reject(error: Error): void }>();
  const gone = once(child, 'exit');
  void gone.then(() => {
    for (const one of waiting) one.reject(new Error(`the kiosk ended; it said ${JSON.stringify(lines)}`));
  });
  createInterface(child.stdout!).on('line', (text) => {
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as Told;
    lines.push(line);
    for (const one of waiting) {
      if (!one.is(line)) continue;
      waiting.delete(one);
      one.resolve(line);
    }
  });
  return {
    told(is) {
      const already = lines.find(is);
      if (already) return Promise.resolve(already);
      return new Promise((resolve, reject) => waiting.add({ is, resolve, reject }));
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Ends, each by its own id, the processes whose command names this folder, which is this test's alone; resolves when they are gone. */
async function endAll(folder: string): Promise<void> {
  const found = (): string[] =>
    readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
  for (let left = found(); left.length > 0; left = found()) {
    for (const pid of left)
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended in between.
      }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
