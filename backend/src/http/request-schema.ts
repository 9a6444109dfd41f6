import { routeAddress, ROUTES, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { strictObject } from '@sign-display/contracts/common-schemas';
import type { FastifyRequest } from 'fastify';
import type { RestRefusal } from './problem.ts';

/** Of a query or a body that the row does not have: whatever is in it is an unknown field. */
const NOTHING = strictObject({});
const NO_BODY: RestRefusal = { code: 'validation_failed', detail: 'This request must not have a body.' };

/** The schemas, as Fastify wants them, by which a route's requests are checked: what its row does not name is refused, unless it says `ignoresUnknown`. */
export function requestSchemaOf(key: RouteKey) {
  const { params, query, body, ignoresUnknown }: Route = ROUTES[key];
  const querystring = query ?? (ignoresUnknown ? undefined : NOTHING);
  const read = body ?? (ignoresUnknown || routeAddress(key).method === 'GET' ? undefined : NOTHING);
  return { ...(params && { params }), ...(querystring && { querystring }), ...(read && { body: read }) };
}

/**
 * Before a body is checked. No body is an empty one: what it lacks is told field by field. That of GET is not read (RFC 9110, 9.3.1), so it is refused
 * where there is one.
 */
export function prepareBody(key: RouteKey, request: FastifyRequest): RestRefusal | null {
  const { ignoresUnknown }: Route = ROUTES[key];
  if (ignoresUnknown) return null;
  if (routeAddress(key).method !== 'GET') {
    if (request.body === undefined) request.body = {};
    return null;
  }
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return length === '0' && encoding === undefined ? null : NO_BODY;
}
