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

/**
 * One line a request, when it has been answered, at level `debug`: how many there are and how long they take is in the metrics, and what fails
 * is logged where it fails.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { ...describeRequest(request), status: reply.statusCode, durationMs: Math.round(reply.elapsedTime * 10) / 10 },
      'request answered',
    );
  });
}
