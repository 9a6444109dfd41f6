import { globSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { PAGES } from '@sign-display/contracts/pages';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGES_POLICY } from './pages-policy.ts';

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

/** What was built, as it lies in a folder that doesn't change any more: `index.html` and `assets/`, each file beside its compressed forms. */
interface OpenedPages {
  folder: string;
  /** The names in `assets/`. What is not among them is not looked for on the disk. */
  assets: ReadonlySet<string>;
}

const openPages = (folder: string): OpenedPages => ({
  folder,
  // The compressed forms have no address of their own.
  assets: new Set(globSync('*', { cwd: join(folder, 'assets'), exclude: ['*.br', '*.gz'] })),
});

/**
 * The dashboard (docs/pages.md): its one page at each address of `PAGES`, and its assets. `built`: the folder that it lies in, or null where it could not
 * be built; requests wait for it. What else is asked for stays `not_found`.
 */
export function addPagesRoutes(http: FastifyInstance, built: Promise<string | null>): void {
  const opened = built.then((folder) => (folder === null ? null : openPages(folder)));
  // Compressed ahead, chosen by Accept-Encoding; the library's own routes are not used: it would need the folder before the service listens.
  void http.register(fastifyStatic, { serve: false, preCompressed: true, acceptRanges: false });

  async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
    const pages = await opened;
    reply.header('content-security-policy', PAGES_POLICY).header('cache-control', 'no-cache');
    if (pages) return reply.sendFile('index.html', pages.folder, { cacheControl: false });
    return reply
      .code(503)
      .header('retry-after', String(RETRY_AFTER_SECONDS))
      .type('text/html; charset=utf-8')
      .send(NOT_BUILT);
  }

  for (const path of Object.values(PAGES)) {
    http.get(path, (_request, reply) => sendPage(reply));
    if (path !== '/') http.get(`${path}/`, (_request, reply) => sendPage(reply));
  }
  http.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    const pages = await opened;
    if (!pages?.assets.has(name)) return reply.callNotFound();
    return reply.sendFile(`assets/${name}`, pages.folder, { maxAge: A_YEAR_MS, immutable: true });
  });
}
