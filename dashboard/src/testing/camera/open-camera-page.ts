import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import type { Page } from 'playwright-core';
import { build } from 'vite';

/** What the pages of the service may do, as far as it touches a camera. */
const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';worker-src 'self';font-src 'self'";
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The page of the camera alone, built as the pages are built, behind their policy. */
export async function serveCameraPage(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-camera-'));
  await build({
    root: join(import.meta.dirname, '../../..'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(import.meta.dirname, 'index.html') } },
  });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/src/testing/camera/index.html' : request.url!;
    readFile(join(folder, path)).then(
      (content) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await new Promise<void>((done) => server.close(() => done()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A browser's camera. `film`: JPEGs, shown over and over; null: it has none. `answer`: what the person says when the browser asks. */
export interface CameraOf {
  film: Buffer[] | null;
  answer?: 'allow' | 'deny';
  args?: string[];
}

/** A browser with that camera, on the page. */
export interface CameraPage {
  page: Page;
  /** All that the camera told, a line each. */
  told(): Promise<string[]>;
  /** The last line with that in it, once there is one. */
  waitFor(part: string | RegExp): Promise<string>;
  /** Scripts that threw, and what the policy refused. */
  complaints: string[];
  close(): Promise<void>;
}

/** A browser with that camera. */
export async function openBrowserWithCamera({ film, answer = 'allow', args = [] }: CameraOf) {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-film-'));
  const file = join(folder, 'film.mjpeg');
  if (film) writeFileSync(file, Buffer.concat(film));
  const browser = await openChromium(process.env, [
    `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
    ...(film ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`] : []),
    ...args,
  ]);
  return {
    browser,
    async close(): Promise<void> {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openCameraPage(url: string, camera: CameraOf): Promise<CameraPage> {
  const { browser, close } = await openBrowserWithCamera(camera);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  const lines = page.locator('li');
  return {
    page,
    told: () => lines.allTextContents(),
    async waitFor(part) {
      const found = lines.filter({ hasText: part }).last();
      await found.waitFor({ state: 'attached' });
      return (await found.textContent())!;
    },
    complaints,
    close,
  };
}
