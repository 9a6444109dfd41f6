import type { RestErrorCode } from './error-codes.ts';
import type { Role } from './roles.ts';
import type { Method, Route } from './route.ts';
import { auditRoutes } from './rest/audit.ts';
import { claimAttemptRoutes, claimRoutes } from './rest/claims.ts';
import { cloneRoutes } from './rest/clones.ts';
import { bulkRoutes } from './rest/bulk.ts';
import { commandRoutes } from './rest/commands.ts';
import { eventFigureRoutes } from './rest/event-figures.ts';
import { eventRoutes } from './rest/events.ts';
import { serviceRoutes } from './rest/health.ts';
import { invitationRoutes } from './rest/invitations.ts';
import { notificationRoutes } from './rest/notifications.ts';
import { nowRoutes } from './rest/sign-now.ts';
import { organizationRoutes } from './rest/organizations.ts';
import { outageRoutes } from './rest/outages.ts';
import { passkeyRoutes } from './rest/passkeys.ts';
import { REST_ERROR_CODES } from './rest/problem.ts';
import { scheduleRoutes } from './rest/schedules.ts';
import { secondFactorRoutes } from './rest/second-factor.ts';
import { sessionRoutes } from './rest/session.ts';
import { historyRoutes, signRoutes } from './rest/signs.ts';
import { snapshotRoutes } from './rest/snapshot.ts';
import { subscriptionRoutes } from './rest/subscriptions.ts';
import { systemRoutes } from './rest/system.ts';
import { contentFetchExportRoutes, telemetryRoutes } from './rest/telemetry.ts';

export type { Method, Route } from './route.ts';

/**
 * Every REST route of contract.md, section 3, one row each (`Route` has the fields). The rows stand beside the schemas of their resource in `rest/`.
 * The OpenAPI document lists them in this order.
 */
export const ROUTES = {
  ...serviceRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...organizationRoutes,
  ...invitationRoutes,
  ...eventRoutes,
  ...eventFigureRoutes,
  ...claimAttemptRoutes,
  ...signRoutes,
  ...snapshotRoutes,
  ...claimRoutes,
  ...cloneRoutes,
  ...commandRoutes,
  ...bulkRoutes,
  ...historyRoutes,
  ...nowRoutes,
  ...telemetryRoutes,
  ...scheduleRoutes,
  ...outageRoutes,
  ...subscriptionRoutes,
  ...notificationRoutes,
  ...auditRoutes,
  ...contentFetchExportRoutes,
  ...systemRoutes,
};

export type RouteKey = keyof typeof ROUTES;

export type RouteAddress<Key extends RouteKey> = Key extends `${infer Verb extends Method} ${infer Path}`
  ? { method: Verb; path: Path }
  : never;

/** The two halves of a key: what a router and a client want (`:id` stands for a parameter). */
export function routeAddress<Key extends RouteKey>(key: Key): RouteAddress<Key> {
  const [method, path] = key.split(' ');
  return { method, path } as RouteAddress<Key>;
}

/**
 * Every code that a route can refuse with: those that follow from its row, and its own. A test keeps this type equal to
 * `refusalsOf`.
 */
export type RefusalCode<Key extends RouteKey> = Key extends RouteKey ? RefusalsOfRow<Key, (typeof ROUTES)[Key]> : never;
type RefusalsOfRow<Key, Row extends Pick<Route, 'role' | 'ignoresUnknown' | 'allowsFirstPassword'>> =
  | (Row extends { refusals: readonly (infer Own)[] } ? Own : never)
  | (Row extends { ignoresUnknown: true } & Without<'params' | 'query'> ? never : 'validation_failed')
  | (Row extends { ignoresUnknown: true } ? never : UnreadableOf<Key>)
  | (Row['role'] extends 'none' ? never : 'unauthenticated' | FirstPasswordOf<Row>)
  | (Row['role'] extends Role ? 'forbidden' | 'not_found' | 'mfa_required' : never)
  | (Row['role'] extends 'systemOwner' ? 'forbidden' : never)
  | (Key extends `${Method} /api/${string}` ? 'rate_limited' | 'unavailable' | InternalOf<Row> : never);
type Without<Parts extends string> = { [Part in Parts]?: never };
/** An unreadable body is refused even if the row has no body. The body of a GET is not read. */
type UnreadableOf<Key> = Key extends `GET ${string}` ? never : 'payload_too_large' | 'unsupported_media_type';
type FirstPasswordOf<Row> = Row extends { allowsFirstPassword: true } ? never : 'password_change_required';
type InternalOf<Row> = Row extends { role: 'none'; produces: readonly string[] } ? never : 'internal';

/** Returns the same codes at run time, in the order of the table of error codes (contract, section 2). */
export function refusalsOf<Key extends RouteKey>(key: Key): RefusalCode<Key>[] {
  const { role, allowsFirstPassword, params, query, ignoresUnknown, produces, refusals }: Route = ROUTES[key];
  const codes = new Set<RestErrorCode>(refusals);
  if (params || query || !ignoresUnknown) codes.add('validation_failed');
  if (!ignoresUnknown && !key.startsWith('GET ')) codes.add('payload_too_large').add('unsupported_media_type');
  if (role !== 'none') codes.add('unauthenticated');
  if (role !== 'none' && !allowsFirstPassword) codes.add('password_change_required');
  if (role === 'systemOwner') codes.add('forbidden');
  else if (role !== 'none' && role !== 'any') codes.add('forbidden').add('not_found').add('mfa_required');
  // Health is not limited, and answers for itself. The pages of the service need no database.
  if (key.includes(' /api/')) codes.add('rate_limited').add('unavailable');
  if (key.includes(' /api/') && !(role === 'none' && produces)) codes.add('internal');
  return REST_ERROR_CODES.filter((code) => codes.has(code)) as RefusalCode<Key>[];
}
