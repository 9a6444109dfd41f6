import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import { _electron, type Page } from 'playwright-core';

/** A page of a real browser, and what it is. */
export interface Browser {
  /** "Electron, Chromium 130" */
  name: string;
  isElectron: boolean;
  page: Page;
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/**
 * The Electron that `ELECTRON_OVERRIDE_DIST_PATH` names, on an X server of its own: what the product runs on. Without it a Chromium that `CHROMIUM` names, or
 * npm's.
 */
export async function openBrowser(environment: NodeJS.ProcessEnv): Promise<Browser> {
  const dist = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  return dist ? openElectron(join(dist, 'electron'), environment) : openPlain(environment);
}

async function openPlain(environment: NodeJS.ProcessEnv): Promise<Browser> {
  const browser = await openChromium(environment);
  const page = await browser.newPage();
  return {
    name: `Chromium ${browser.version()}`,
    isElectron: false,
    page,
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
}

async function openElectron(executablePath: string, environment: NodeJS.ProcessEnv): Promise<Browser> {
  const display = await openDisplay();
  const home = await mkdtemp(join(tmpdir(), 'sign-display-screens-'));
  const app = await _electron.launch({
    executablePath,
    args: [
      join(import.meta.dirname, 'electron-main.cjs'),
      `--user-data-dir=${home}`,
      '--lang=en-US',
      '--force-device-scale-factor=1',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    env: { ...(environment as Record<string, string>), DISPLAY: display.name },
  });
  const page = await app.firstWindow();
  const version = await app.evaluate(() => process.versions['chrome']);
  return {
    name: `Electron, Chromium ${version}`,
    isElectron: true,
    page,
    resize: (width, height) => page.setViewportSize({ width, height }),
    async close() {
      await app.close();
      await display.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** An X server large enough for 4K either way up, on a number that it finds itself. */
async function openDisplay(): Promise<{ name: string; close(): Promise<void> }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '3840x3840x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const number = await new Promise<string>((done, failed) => {
    server.once('error', failed);
    server.stdio[3]!.once('data', (data: Buffer) => done(data.toString().trim()));
  });
  return {
    name: `:${number}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
