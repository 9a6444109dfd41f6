import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { bundleApp } from '../starter/bundle-app.ts';
import { findElectron } from '../starter/find-electron.ts';
import { withCards, type OwnCards } from './fake-network-cards.ts';
import { processesThatName } from './read-processes.ts';
import { until } from './poll-until.ts';
import type { Face, ScreenModel } from '@sign-display/kiosk-screen/model';

type Overlay = NonNullable<ScreenModel['overlay']>;

/** A real kiosk: the built app on a real Electron, driven from outside. */
export interface TestKiosk {
  app: ElectronApplication;
  /** Our own screen. */
  screen: Page;
  /** Resolves with the first model from now on (the present one too) whose face is of that kind. */
  face<Kind extends Face['kind']>(kind: Kind): Promise<Extract<Face, { kind: Kind }>>;
  /** Resolves with the short code, once the code on screen can be scanned. */
  claimable(): Promise<string>;
  /** Resolves with that overlay once it is there, with that problem. */
  overlay<Kind extends Overlay['kind']>(kind: Kind, problem?: string | null): Promise<Extract<Overlay, { kind: Kind }>>;
  /** Resolves once our screen's own words have all of these in them. */
  says(...words: string[]): Promise<void>;
  /** Resolves when it has ended, whoever wanted it. */
  ended(): Promise<void>;
  /** Ends it as the system would. */
  stop(): Promise<void>;
  /** Ends it without a word (SIGKILL). */
  kill(): Promise<void>;
}

/** A machine for kiosks: a folder for its memory, a user who is not root. */
export interface KioskMachine {
  dataDir: string;
  start(...args: string[]): Promise<TestKiosk>;
  /** Starts one that ends by itself: resolves with its exit code, what it complained of, and what it wrote out. */
  startInVain(...args: string[]): Promise<{ code: number | null; words: string; output: string }>;
  /** Starts one without a driver, which would take memory and time of its own: for what is measured. `preload`: a file that runs in it first. */
  run(preload: string | null, ...args: string[]): ChildProcess;
  /** The same with another app, a file, in its place. */
  runOther(app: string, ...args: string[]): ChildProcess;
  /** Starts one as a person does: the program behind `npm run kiosk`. */
  startByStarter(...args: string[]): ChildProcess;
  /** The same with npm and its shell above it. */
  startByNpm(...args: string[]): ChildProcess;
  /** The ids of all processes that run here. */
  processes(): number[];
  /** Ends what runs on this machine and was not started here: a kiosk that has started itself again. */
  endOthers(): Promise<void>;
  /** Resolves once the sign would show the page at `url` after a power cut; nobody tells when that is on the disk. */
  remembers(url: string): Promise<unknown>;
  /** What the log has of errors in the app that nobody expected, each of which started it again. */
  failures(): string[];
  /** The folder of programs that the kiosk finds before the system's own. */
  programs: string;
  /** Ends all kiosks and removes what they kept. */
  remove(): Promise<void>;
}

const STARTER = fileURLToPath(new URL('../starter/cli.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const NOBODY = 65_534;
const FLAGS = ['--lang=en-US'];
const START_WITHIN_MS = 60_000;

/**
 * `server`: null for one that nobody has told where its service is. `cards`: in place of the machine's own. `electron`: the path of its program, where it is not
 * the one that is found.
 */
export async function openMachine(
  displayName: string,
  server: string | null,
  { cards, electron = findElectron(process.env) }: { cards?: OwnCards | undefined; electron?: string } = {},
): Promise<KioskMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-kiosk-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const home = join(folder, 'home');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const isRoot = process.getuid?.() === 0;
  for (const one of [dataDir, home]) {
    mkdirSync(one);
    if (isRoot) chownSync(one, NOBODY, NOBODY);
  }
  const program = join(folder, 'electron');
  // Chromium's sandbox is not there for root, so root becomes an ordinary user first.
  const as = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups` : '';
  const command = `${as} '${electron}'`;
  writeFileSync(program, `#!/bin/sh\n${cards ? withCards(cards, command) : `exec ${command} "$@"`}\n`);
  chmodSync(program, 0o755);
  const app = await bundleApp();
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: home, DISPLAY: displayName, TMPDIR: home };
  const given = [...FLAGS, app, ...(server === null ? [] : ['--server', server]), '--data-dir', dataDir];
  const forStarter = given.filter((arg) => arg !== app);
  const byPerson = { env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: folder }, cwd: folder, stdio: 'ignore' } as const;
  const running = new Set<TestKiosk>();
  const spawnProgram = (...args: string[]): ChildProcess => spawn(program, args, { env, cwd: folder });

  return {
    dataDir,
    async start(...args) {
      const started = await _electron.launch({
        executablePath: program,
        args: [...given, ...args],
        chromiumSandbox: true,
        cwd: folder,
        env,
        timeout: START_WITHIN_MS,
      });
      const screen = await started.firstWindow();
      const process = started.process();
      const gone = new Promise<void>((resolve) => started.once('close', () => resolve()));
      void gone.then(() => running.delete(kiosk));
      const kiosk: TestKiosk = {
        app: started,
        screen,
        face: (kind) => screen.evaluate(waitForFace, kind) as never,
        claimable: () => screen.evaluate(waitForQr),
        overlay: (kind, problem = null) => screen.evaluate(waitForOverlay, { kind, problem }) as never,
        says: (...words) => screen.evaluate(waitForWords(words)),
        ended: () => gone,
        async stop() {
          process.kill('SIGTERM');
          await gone;
        },
        async kill() {
          process.kill('SIGKILL');
          await gone;
        },
      };
      running.add(kiosk);
      return kiosk;
    },
    run: (preload, ...args) => spawnProgram(...(preload === null ? [] : ['-r', preload]), ...given, ...args),
    runOther: (other, ...args) => spawnProgram(...FLAGS, other, ...args),
    startInVain(...args) {
      const child = spawnProgram(...given, ...args);
      let words = '';
      let output = '';
      child.stderr!.on('data', (chunk: Buffer) => (words += chunk.toString()));
      child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, words, output })));
    },
    startByStarter: (...args) => spawn(process.execPath, [STARTER, ...forStarter, ...args], byPerson),
    startByNpm: (...args) => spawn('npm', ['run', 'kiosk', '--', ...forStarter, ...args], { ...byPerson, cwd: ROOT }),
    programs,
    processes: () => processesThatName(dataDir),
    endOthers: () => endOthers(dataDir),
    remembers: (url) =>
      until(
        'the page to be stored',
        () => readIfThere(join(dataDir, 'kiosk.json')),
        (text) => text.includes(`"currentUrl":${JSON.stringify(url)}`),
      ),
    failures: () =>
      readIfThere(join(dataDir, 'log.jsonl'))
        .split('\n')
        .filter((line) => line.includes('"the app failed')),
    async remove() {
      for (const kiosk of running) await kiosk.kill();
      await endOthers(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Ends, each by its own id, the processes whose command names this folder, which is this test's alone; resolves when they are gone. */
async function endOthers(folder: string): Promise<void> {
  const found = (): number[] => processesThatName(folder);
  for (const pid of found()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in between.
    }
  }
  await until('the processes of the machine to end', found, (left) => left.length === 0);
}

/** Runs in our screen. */
function waitForFace(kind: string): Promise<unknown> {
  type Bridge = { onModel(listener: (model: ScreenModel) => void): unknown };
  return new Promise((resolve) => {
    (globalThis as unknown as { kiosk: Bridge }).kiosk.onModel(({ face }) => {
      if (face.kind === kind) resolve(face);
    });
  });
}

function waitForQr(): Promise<string> {
  type Bridge = { onModel(listener: (model: ScreenModel) => void): unknown };
  return new Promise((resolve) => {
    (globalThis as unknown as { kiosk: Bridge }).kiosk.onModel(({ face }) => {
      if (face.kind === 'code' && face.qrText !== null && face.shortCode !== null) resolve(face.shortCode);
    });
  });
}

function waitForOverlay(wanted: { kind: string; problem: string | null }): Promise<unknown> {
  type Bridge = { onModel(listener: (model: ScreenModel) => void): unknown };
  return new Promise((resolve) => {
    (globalThis as unknown as { kiosk: Bridge }).kiosk.onModel(({ overlay }) => {
      const problem = overlay !== null && 'problem' in overlay ? overlay.problem : null;
      if (overlay?.kind === wanted.kind && problem === wanted.problem) resolve(overlay);
    });
  });
}

/** For our screen. A text, because this file is of Node and knows no document. */
const waitForWords = (words: readonly string[]): string => `new Promise((resolve) => {
  const look = () => ${JSON.stringify(words)}.every((word) => document.body.innerText.includes(word)) && resolve();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
})`;
