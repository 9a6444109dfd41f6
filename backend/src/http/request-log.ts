import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Parameters that are secrets: an invitation's token lets its holder in. */
const SECRET_PARAMS = new Set(['token']);

function shownParams(params: unknown): Record<string, unknown> {
  const shown = Object.entries(Object(params)).filter(([name]) => name !== '*' && !SECRET_PARAMS.has(name));
  return Object.fromEntries(shown);
}

/** What the log says of a request: its route, never its query, headers or body, so that no credential can be in it. */
function describeRequest(request: FastifyRequest): Record<string, unknown> {
  const route = request.routeOptions.url;
  return { method: request.method, route: route ?? null, ...(route !== undefined && shownParams(request.params)) };
}

/** One line a request, when it has been answered. Those of health and of what is not found are for debugging only. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    const level = route === undefined || route.startsWith('/health') ? 'debug' : 'info';
    request.log[level](
      { ...describeRequest(request), status: reply.statusCode, durationMs: Math.round(reply.elapsedTime * 10) / 10 },
      'request answered',
    );
  });
}
