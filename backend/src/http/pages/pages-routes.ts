import { existsSync, globSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { PAGES, SIGN_PAGES } from '@sign-display/contracts/page-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesEtag } from '../if-none-match.ts';
import { isBrowserNavigation } from '../browser-navigation.ts';
import { PAGES_POLICY, SIGN_POLICY } from './content-security-policy.ts';

/** A name with a hash in it always means the same bytes. */
const A_YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** A restart or a person is needed; a browser that tries again by itself is told now and then. */
const RETRY_AFTER_SECONDS = 30;

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>The pages are not there</title>
  <h1>The pages are not there</h1>
  <p>They could not be built when the service started; its log says why. <code>npm run build:pages</code> tries again, then start the service anew.</p>
  <p>Signs and the API work: <a href="/api/docs">/api/docs</a>.</p>
</html>
`;

const WORKER = 'sw.js';
/** Files whose address must stay the same over all builds, so browsers ask for them each time: the service workers, the manifest, and the script that notices a page whose scripts are missing. */
const ROOT_FILES = [WORKER, 'push-worker.js', 'manifest.webmanifest', 'boot.js'];

/**
 * In place of the service worker (OFFLINE_APP=false): each phone that asks drops what it kept, and its pages come from the service from then on. It does so while it is installed, because Chromium sometimes
 * leaves it waiting for minutes, whatever it asks for. `unregister` is not awaited: the browser ends the installation first. What the former worker kept meanwhile goes once this one is active.
 */
const NO_WORKER = `async function drop() {
  for (const name of await caches.keys()) if (name.startsWith('claim-')) await caches.delete(name);
}
addEventListener('install', (event) => {
  skipWaiting();
  registration.unregister();
  event.waitUntil(drop());
});
addEventListener('activate', (event) => event.waitUntil(drop()));
`;

/** The names of builds: hashes of their sources (dashboard/pages-folder.ts). Never `making-…`, which is not whole. */
const BUILDS = '[0-9a-f]*/assets/';

/** The dashboard's page, and the page of a sign in a browser tab. */
const DASHBOARD = { file: 'index.html', policy: PAGES_POLICY };
const BROWSER_SIGN = { file: 'sign.html', policy: SIGN_POLICY };

/**
 * A finished build, whose folder never changes: `index.html`, `sign.html` and `assets/`, with the compressed forms of
 * each file.
 */
interface OpenedPages {
  folder: string;
  /** Names the sources, and so the bytes. The file system's time does not: some images set all files to one. */
  etag: string;
  /** Which of `ROOT_FILES` this build has. */
  rootFiles: ReadonlySet<string>;
  /** When the list of builds was last changed, as `assets` has it; milliseconds. */
  listedMs: number;
  /** The folder of each name in `assets/`, of this build and of those that are kept beside it. */
  assets: Map<string, string>;
}

/** Lists what is in the `assets/` of all builds, this one's first, where a build has come or gone since. What is not among them is not looked for on the disk. */
function listAssets(pages: OpenedPages): void {
  const { folder, assets } = pages;
  const dist = dirname(folder);
  const changedMs = statSync(dist).mtimeMs;
  if (changedMs === pages.listedMs) return;
  pages.listedMs = changedMs;
  // A build that has gone may have had the same file as one that stays.
  assets.clear();
  for (const build of new Set([basename(folder), ...globSync(BUILDS, { cwd: dist }).map(dirname)])) {
    const names = globSync('*', {
      cwd: join(dist, build, 'assets'),
      // The compressed forms have no address of their own.
      exclude: ['*.br', '*.gz'],
    });
    for (const name of names) if (!assets.has(name)) assets.set(name, join(dist, build));
  }
}

function openPages(folder: string): OpenedPages {
  const rootFiles = new Set(ROOT_FILES.filter((name) => existsSync(join(folder, name))));
  const opened = { folder, rootFiles, etag: `"${basename(folder)}"`, listedMs: NaN, assets: new Map<string, string>() };
  listAssets(opened);
  return opened;
}

/**
 * Serves the dashboard's one page at each path of `PAGES` (docs/pages.md), the sign in a browser tab at `/sign`
 * (docs/browser-sign.md), and the assets of both. `built`: the folder of the build, or null if the build failed;
 * requests wait for it. Assets of other builds beside it are served too: their pages may be open still. What else is
 * asked for stays `not_found`; a person who mistyped an address gets that from the page itself.
 */
export function addPagesRoutes(
  http: FastifyInstance,
  built: Promise<string | null>,
  { offlineApp = true }: { offlineApp?: boolean } = {},
): void {
  const opened = built.then((folder) => (folder === null ? null : openPages(folder)));
  // Compressed ahead, chosen by Accept-Encoding; the library's own routes are not used: it would need the folder before the service listens.
  void http.register(fastifyStatic, { serve: false, preCompressed: true, acceptRanges: false });

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { file, policy } = DASHBOARD,
  ): Promise<FastifyReply> {
    const pages = await opened;
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
    if (pages && reply.statusCode === 404) {
      reply.header('vary', 'accept, accept-encoding');
      return reply.sendFile(file, pages.folder, { cacheControl: false, etag: false, lastModified: false });
    }
    if (pages) {
      reply.header('etag', `W/${pages.etag}`).header('vary', 'accept-encoding');
      if (namesEtag(request.headers['if-none-match'], pages.etag)) return reply.code(304).send();
      return reply.sendFile(file, pages.folder, { cacheControl: false, etag: false, lastModified: false });
    }
    return reply
      .code(503)
      .header('retry-after', String(RETRY_AFTER_SECONDS))
      .type('text/html; charset=utf-8')
      .send(NOT_BUILT);
  }

  for (const name of ROOT_FILES)
    http.get(`/${name}`, async (_request, reply) => {
      const pages = await opened;
      reply.header('cache-control', 'no-cache');
      if (name === WORKER && !offlineApp) return reply.type('text/javascript; charset=utf-8').send(NO_WORKER);
      if (!pages?.rootFiles.has(name)) return reply.callNotFound();
      return reply.sendFile(name, pages.folder, { cacheControl: false });
    });
  for (const path of Object.values(PAGES)) {
    http.get(path, (request, reply) => sendPage(request, reply));
    if (path !== '/') http.get(`${path}/`, (request, reply) => sendPage(request, reply));
  }
  for (const path of [SIGN_PAGES.browserSign, `${SIGN_PAGES.browserSign}/`])
    http.get(path, (request, reply) => sendPage(request, reply, BROWSER_SIGN));
  http.get('/*', (request, reply) =>
    isBrowserNavigation(request) ? sendPage(request, reply.code(404)) : void reply.callNotFound(),
  );
  http.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    const pages = await opened;
    // A newer node of this checkout may have built since.
    if (pages && !pages.assets.has(name)) listAssets(pages);
    const folder = pages?.assets.get(name);
    if (folder === undefined) return reply.callNotFound();
    return reply.sendFile(`assets/${name}`, folder, { maxAge: A_YEAR_MS, immutable: true });
  });
}
