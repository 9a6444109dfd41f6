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

export interface AnsweredRequest {
  method: string;
  route: string | null;
  status: number;
  durationMs: number;
}

/**
 * One line a request, when it has been answered, at level `debug`: how many there are and how long they take is in the metrics (`answered`), and what
 * fails is logged where it fails.
 */
export function addRequestLog(app: FastifyInstance, answered: (request: AnsweredRequest) => void = () => {}): void {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime: durationMs } = reply;
    answered({ method: request.method, route: request.routeOptions.url ?? null, status, durationMs });
    request.log.debug(
      { ...describeRequest(request), status, durationMs: Math.round(durationMs * 10) / 10 },
      'request completed',
    );
  });
}
