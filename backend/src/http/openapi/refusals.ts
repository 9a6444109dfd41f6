import { ERROR_CODES, type RestErrorCode } from '@sign-display/contracts/error-codes';
import { REST_ERROR_CODES } from '@sign-display/contracts/rest/problem';
import { ROUTES, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { OPERATIONS } from './operations.ts';

/** Every code that a route can refuse with, in the order of the contract's table (section 2): what its row means, and its own. */
export function refusalsOf(key: RouteKey): RestErrorCode[] {
  const { role, params, query, body, produces }: Route = ROUTES[key];
  const isApi = key.includes(' /api/');
  const codes = new Set<RestErrorCode>(OPERATIONS[key].refusals);
  if (params || query || body) codes.add('validation_failed');
  if (body) for (const code of ['payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (role !== 'none') codes.add('unauthenticated');
  if (isApi) codes.add('rate_limited');
  if (role !== 'none' && role !== 'any') for (const code of ['forbidden', 'not_found'] as const) codes.add(code);
  // Health answers for itself, and the pages of the service need no database.
  if (isApi) codes.add('unavailable');
  if (isApi && !(role === 'none' && produces)) codes.add('internal');
  return REST_ERROR_CODES.filter((code) => codes.has(code));
}

/** The same by HTTP status. */
export function refusalsByStatus(key: RouteKey): Map<number, RestErrorCode[]> {
  const byStatus = new Map<number, RestErrorCode[]>();
  for (const code of refusalsOf(key)) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
