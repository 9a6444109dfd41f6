import { ROUTES, routeAddress, type RouteKey } from '@sign-display/contracts/routes';
import type { FastifyInstance } from 'fastify';
import { addDocsPage } from './docs-page.ts';
import { makeOpenApiDocument } from './document.ts';

/** Asked of by tools again and again; it changes with the version only. */
const CACHE_CONTROL = 'no-cache';

/** Which routes of the contract's table a server answers. */
export function servedRoutes(http: Pick<FastifyInstance, 'hasRoute'>): RouteKey[] {
  return (Object.keys(ROUTES) as RouteKey[]).filter((key) => {
    const { method, path } = routeAddress(key);
    return http.hasRoute({ method, url: path });
  });
}

/**
 * GET /api/openapi.json, and GET /api/docs to browse it (contract, section 3): open to everybody, all from this service. The document
 * holds the routes that are there. To be called last, when every other route is.
 */
export function addOpenApiRoutes(
  http: FastifyInstance,
  deps: { version: string; publicUrl(): string; sessionCookieName(publicUrl: string): string },
): void {
  const { version, publicUrl, sessionCookieName } = deps;
  let made: { url: string; text: string } | null = null;

  function documentText(): string {
    const url = publicUrl();
    if (made?.url !== url) {
      const served = new Set(servedRoutes(http));
      const cookieName = sessionCookieName(url);
      const document = makeOpenApiDocument({ version, publicUrl: url, cookieName, serves: (key) => served.has(key) });
      made = { url, text: JSON.stringify(document) };
    }
    return made.text;
  }

  http.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').header('cache-control', CACHE_CONTROL).send(documentText()),
  );
  addDocsPage(http);
}
