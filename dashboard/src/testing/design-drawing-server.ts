import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const FONTS = join(ROOT, 'node_modules/@fontsource-variable');
const SCREENS = join(ROOT, 'docs/screens');

/** The families of the product, by the names that the drawings use. */
const FONT_FACES = `
  @font-face { font-family: "Archivo Variable"; src: url(/fonts/archivo/files/archivo-latin-wdth-normal.woff2); font-weight: 100 900; font-stretch: 62% 125%; font-display: block }
  @font-face { font-family: "Atkinson Hyperlegible Mono Variable"; src: url(/fonts/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2); font-weight: 200 800; font-display: block }`;

/** Serves the drawings of a folder of `docs/screens/` with the fonts and tokens of the product, on a port of loopback. */
export async function serveDrawings(folder = 'pages'): Promise<{ url: string; close(): Promise<void> }> {
  const answer = async (path: string): Promise<[type: string, content: string | Buffer] | null> => {
    if (path === '/fonts.css') return ['text/css', FONT_FACES];
    if (path === '/tokens.css') return ['text/css', await readFile(join(ROOT, 'dashboard/src/styles/tokens.css'))];
    if (path.startsWith('/fonts/')) return ['font/woff2', await readFile(join(FONTS, path.slice('/fonts/'.length)))];
    if (/^\/[\w-]+\.html$/.test(path)) return ['text/html; charset=utf-8', await readFile(join(SCREENS, folder, path))];
    return null;
  };
  const server = createServer((request, response) => {
    void answer(request.url ?? '/').then((found) => {
      if (found) response.writeHead(200, { 'content-type': found[0] }).end(found[1]);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise<void>((done) => server.close(() => done())) };
}
