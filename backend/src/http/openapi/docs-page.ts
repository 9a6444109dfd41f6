import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/**
 * GET /api/docs: Swagger UI on our document. The files are those that `@fastify/swagger-ui` carries (its plugin is not used: its page
 * has no viewport, so that a phone shows it in miniature, and it wants the document from @fastify/swagger). Everything comes from
 * this service, and no script or style stands in the page itself: the strict content security policy holds.
 */

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign Display Service: API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <main id="swagger-ui"></main>
    <noscript><p>Without scripts: the document itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;

/** The two large files change with the package's version only. */
const CACHE_CONTROL = 'public, max-age=3600';
const STATIC_FOLDER = new URL('static/', import.meta.resolve('@fastify/swagger-ui'));

const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
];

export function addDocsPage(http: FastifyInstance): void {
  http.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  http.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  for (const { name, type } of FILES) {
    // Read when the page is opened for the first time: most nodes never show it.
    let content: Promise<Buffer> | undefined;
    http.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', CACHE_CONTROL)
        .send(await (content ??= readFile(new URL(name, STATIC_FOLDER)))),
    );
  }
}
