import type { Role } from '@sign-display/contracts/roles';
import type { ROUTES, RouteKey } from '@sign-display/contracts/routes';

type Routes = typeof ROUTES;
/** better-auth's routes that change something. */
type AccountRoute = {
  [Key in RouteKey]: Routes[Key] extends { by: 'better-auth' } ? (Key extends `GET ${string}` ? never : Key) : never;
}[RouteKey];
/** Whoever is a member may do what a viewer may: such a question is never forbidden. */
type AskedBy = Exclude<Role, 'viewer'>;

/** The routes that change something, and those that are not open to every member of the organization. */
export type AuditedRoute = {
  [Key in RouteKey]: Routes[Key] extends { by: 'better-auth' }
    ? never
    : Key extends `GET ${string}`
      ? Routes[Key]['role'] extends AskedBy
        ? Key
        : never
      : Key;
}[RouteKey];

/**
 * What is done or tried with each of these routes, as the audit log calls it: the rows of changes and of refused attempts have the same
 * word. Null: a person's own affair, which is in no organization's log. A new route does not compile until it stands here.
 */
export const ROUTE_ACTIONS = {
  'POST /api/organizations': 'organization.create',
  'PATCH /api/organizations/:id': 'organization.update',
  'POST /api/organizations/:id/members': 'member.invite',
  'PATCH /api/organizations/:id/members/:userId': 'member.update',
  'DELETE /api/organizations/:id/members/:userId': 'member.remove',
  'POST /api/invitations/:token/accept': 'invitation.accept',
  'POST /api/organizations/:id/events': 'event.create',
  'PATCH /api/events/:id': 'event.update',
  'DELETE /api/events/:id': 'event.delete',
  'GET /api/events/:id/claim-attempts': 'claim_attempts.read',
  'POST /api/signs': 'sign.create',
  'PATCH /api/signs/:id': 'sign.update',
  'DELETE /api/signs/:id': 'sign.delete',
  'POST /api/signs/claim/start': 'sign.claim_start',
  'POST /api/signs/claim': 'sign.claim',
  'POST /api/signs/:id/link': 'sign.link',
  'POST /api/signs/:id/replace': 'sign.replace',
  'POST /api/signs/:id/unregister': 'sign.unregister',
  'GET /api/signs/:id/clones': 'clones.read',
  'POST /api/signs/:id/clones/:cloneId/decision': 'sign.clone_decision',
  'POST /api/signs/:id/commands': 'sign.command',
  'POST /api/signs/bulk': 'sign.bulk',
  'PUT /api/signs/:id/schedules': 'schedules.replace',
  'DELETE /api/signs/:id/schedules': 'schedules.replace',
  'PUT /api/events/:id/schedules': 'schedules.replace',
  'DELETE /api/events/:id/schedules': 'schedules.replace',
  'PUT /api/events/:id/subscription': 'subscription.update',
  'POST /api/unsubscribe/:token': 'subscription.update',
  'POST /api/push-subscriptions': null,
  'DELETE /api/push-subscriptions': null,
  'POST /api/notifications/read': null,
  'GET /api/organizations/:id/failed-deliveries': 'failed_deliveries.read',
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': 'delivery.retry',
  'GET /api/audit': 'audit.read',
  'GET /api/audit/export': 'audit.export',
} as const satisfies Record<AuditedRoute, string | null>;

/** What happens to a person's account; it stands in the log of each of their organizations. A new route does not compile until it stands here. */
export const ACCOUNT_ACTIONS = {
  'POST /api/auth/sign-in/email': 'session.sign_in',
  'POST /api/auth/sign-out': 'session.sign_out',
  'POST /api/auth/revoke-session': 'session.revoke',
  'POST /api/auth/revoke-other-sessions': 'session.revoke_others',
  'POST /api/auth/revoke-sessions': 'session.revoke_all',
  'POST /api/auth/change-password': 'password.change',
  'POST /api/auth/request-password-reset': 'password.reset_request',
  'POST /api/auth/reset-password': 'password.reset',
} as const satisfies Record<AccountRoute, string>;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[AccountRoute];

/** Null for a route that is none of an account, or changes nothing. */
export const actionOfAccount = (key: RouteKey): AccountAction | null =>
  Object.hasOwn(ACCOUNT_ACTIONS, key) ? ACCOUNT_ACTIONS[key as AccountRoute] : null;

/** Null for what is in no log. */
export const actionOf = (key: RouteKey): string | null =>
  Object.hasOwn(ROUTE_ACTIONS, key) ? ROUTE_ACTIONS[key as AuditedRoute] : null;
