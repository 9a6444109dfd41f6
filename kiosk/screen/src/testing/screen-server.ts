import { createReadStream, existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { buildScreen } from '../../build.ts';
import { NOW_MS } from './models.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const FONTS = join(ROOT, 'node_modules/@fontsource-variable');
const DRAWING = join(ROOT, 'docs/screens/kiosk/drawing.html');

/** What the shell's own policy allows our page, and less: no inline style. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'";

/** A bridge as the preload makes it, for whoever drives the page: `send(model)`, and what the page asked for in `asked`. Time stands still at `NOW_MS`. */
const BRIDGE = `
  Date.now = () => ${NOW_MS};
  window.asked = [];
  window.listeners = [];
  window.send = (model) => window.listeners.forEach((listener) => listener(model));
  const ask = (name) => (...values) => window.asked.push([name, ...values]);
  window.kiosk = {
    onModel(listener) { window.listeners.push(listener); return () => {}; },
    submitAddress: ask('submitAddress'), releaseTyped: ask('releaseTyped'), releaseCancelled: ask('releaseCancelled'),
  };`;

/** The drawing as it is, but at rest, and with the fonts of the product: the same families, from npm. */
const STILL = '*{animation:none !important}.drift{will-change:transform}';
const DRAWING_FONTS = `
  @font-face { font-family: "Archivo Variable"; src: url(/fonts/archivo/files/archivo-latin-wdth-normal.woff2); font-weight: 100 900; font-stretch: 62% 125%; font-display: block }
  @font-face { font-family: "Atkinson Hyperlegible Mono Variable"; src: url(/fonts/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2); font-weight: 200 800; font-display: block }
  ${STILL}`;

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

export interface Served {
  /** The built page, with a bridge that is driven from outside. */
  screen: string;
  /** The drawing; `#qr` shows one state of it. */
  drawing: string;
  close(): Promise<void>;
}

/** Builds the page and serves it under the shell's policy, and the drawing, on a port of loopback. */
export async function serveScreens(): Promise<Served> {
  const dist = await buildScreen();
  const page = (await readFile(join(dist, 'index.html'), 'utf8')).replace(
    '<head>',
    '<head><script src="/bridge.js"></script>',
  );
  const texts: Record<string, [type: string, text: string]> = {
    '/screen/': ['text/html; charset=utf-8', page],
    '/bridge.js': ['text/javascript', BRIDGE],
    '/drawing/': ['text/html; charset=utf-8', await readFile(DRAWING, 'utf8')],
    '/drawing/fonts.css': ['text/css', DRAWING_FONTS],
  };
  const folders: Record<string, string> = { '/screen/': dist, '/fonts/': FONTS };

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    const text = texts[path];
    if (text) {
      const policy = path === '/screen/' ? { 'content-security-policy': POLICY } : {};
      response.writeHead(200, { 'content-type': text[0], ...policy }).end(text[1]);
      return;
    }
    const prefix = Object.keys(folders).find((one) => path.startsWith(one));
    const file = prefix && resolve(folders[prefix]!, path.slice(prefix.length));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    screen: `http://127.0.0.1:${port}/screen/`,
    drawing: `http://127.0.0.1:${port}/drawing/`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
