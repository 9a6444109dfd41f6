import type { TSchema } from 'typebox';
import type { Role } from './roles.ts';
import { AuditExportQuery, AuditPage, AuditQuery } from './rest/audit.ts';
import {
  ClaimAttemptPage,
  ClaimRequest,
  ClaimResponse,
  ClaimStartRequest,
  ClaimStartResponse,
  LinkRequest,
} from './rest/claims.ts';
import { Clone, CloneDecisionRequest, ClonePage, CloneParams } from './rest/clones.ts';
import { BulkRequest, BulkResponse, CommandPage, CommandRequest, CommandResponse } from './rest/commands.ts';
import { CreateEventRequest, Event, EventPage, PatchEventRequest } from './rest/events.ts';
import { HealthResponse, LiveResponse, ReadyResponse } from './rest/health.ts';
import { AcceptInvitationRequest, Invitation, InvitationParams } from './rest/invitations.ts';
import {
  FailedDeliveryPage,
  FailedDeliveryParams,
  NotificationPage,
  NotificationQuery,
  ReadNotificationsRequest,
  RetriedDelivery,
} from './rest/notifications.ts';
import {
  CreateOrganizationRequest,
  InviteMemberRequest,
  Member,
  MemberPage,
  MemberParams,
  Organization,
  OrganizationPage,
  OrganizationWithUsage,
  PatchMemberRequest,
  PatchOrganizationRequest,
} from './rest/organizations.ts';
import { PutSchedulesRequest, ScheduleSet } from './rest/schedules.ts';
import {
  ChangePasswordRequest,
  ChangePasswordResponse,
  CurrentSession,
  EmptyRequest,
  MeResponse,
  PasswordResetRequest,
  PasswordResetResponse,
  ResetPasswordRequest,
  RevokeSessionRequest,
  SessionList,
  SignInRequest,
  SignInResponse,
  SignOutResponse,
  StatusResponse,
} from './rest/session.ts';
import { CreateSignRequest, HistoryPage, PatchSignRequest, Sign, SignListQuery, SignPage } from './rest/signs.ts';
import {
  CreatePushSubscriptionRequest,
  DeletePushSubscriptionRequest,
  PushKey,
  PushSubscription,
  PutSubscriptionRequest,
  Subscription,
  UnsubscribeParams,
} from './rest/subscriptions.ts';
import {
  ContentFetchExportQuery,
  ContentFetchPage,
  LogPage,
  MetricPage,
  SCREENSHOT_CONTENT_TYPE,
  TelemetryQuery,
} from './rest/telemetry.ts';
import { IdParams, NoContent, PageQuery, strictObject } from './schema.ts';

/**
 * Every REST route of contract.md, section 3, with the role it needs and what goes in and out: the role table of the contract, as
 * one table in code (promise A2). The backend takes a route's schemas and role from here; a test walks it, role by role.
 *
 * `role` is the caller's in the organization that the request is about (of the record in the path, or of `organizationId`); `any`
 * is anybody who is signed in, `none` also who is not. A command can need more than its route: `COMMAND_ROLES`.
 */
export interface Route {
  role: Role | 'any' | 'none';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** By HTTP status; a refusal is always a `Problem`. Empty where the answer is not JSON of a schema (`produces`). */
  response: Partial<Record<200 | 201 | 202 | 204 | 503, TSchema>>;
  /** The content types of an answer that is not JSON. */
  produces?: readonly string[];
  /** Answered by better-auth, behind our own door (contract, 3.1). */
  by?: 'better-auth';
  /** PATCH of one sign needs `If-Match`, and answers with one sign carry an `ETag` (contract, 3.1). */
  versioned?: true;
}
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const params = IdParams;
const query = strictObject(PageQuery);
const HTML = ['text/html'] as const;
const EXPORTS = ['text/csv', 'application/x-ndjson'] as const;

export const ROUTES = {
  'GET /health': { role: 'none', response: { 200: HealthResponse, 503: HealthResponse } },
  'GET /health/ready': { role: 'none', response: { 200: ReadyResponse, 503: ReadyResponse } },
  'GET /health/live': { role: 'none', response: { 200: LiveResponse } },
  'GET /api/openapi.json': { role: 'none', response: {}, produces: ['application/json'] },
  'GET /api/docs': { role: 'none', response: {}, produces: ['text/html'] },

  'POST /api/auth/sign-in/email': {
    role: 'none',
    body: SignInRequest,
    response: { 200: SignInResponse },
    by: 'better-auth',
  },
  'POST /api/auth/sign-out': { role: 'any', body: EmptyRequest, response: { 200: SignOutResponse }, by: 'better-auth' },
  'GET /api/auth/get-session': { role: 'none', response: { 200: CurrentSession }, by: 'better-auth' },
  'GET /api/auth/list-sessions': { role: 'any', response: { 200: SessionList }, by: 'better-auth' },
  'POST /api/auth/revoke-session': {
    role: 'any',
    body: RevokeSessionRequest,
    response: { 200: StatusResponse },
    by: 'better-auth',
  },
  'POST /api/auth/revoke-other-sessions': {
    role: 'any',
    body: EmptyRequest,
    response: { 200: StatusResponse },
    by: 'better-auth',
  },
  'POST /api/auth/revoke-sessions': {
    role: 'any',
    body: EmptyRequest,
    response: { 200: StatusResponse },
    by: 'better-auth',
  },
  'POST /api/auth/change-password': {
    role: 'any',
    body: ChangePasswordRequest,
    response: { 200: ChangePasswordResponse },
    by: 'better-auth',
  },
  'POST /api/auth/request-password-reset': {
    role: 'none',
    body: PasswordResetRequest,
    response: { 200: PasswordResetResponse },
    by: 'better-auth',
  },
  'POST /api/auth/reset-password': {
    role: 'none',
    body: ResetPasswordRequest,
    response: { 200: StatusResponse },
    by: 'better-auth',
  },
  'GET /api/me': { role: 'any', response: { 200: MeResponse } },

  'GET /api/organizations': { role: 'any', query, response: { 200: OrganizationPage } },
  'POST /api/organizations': { role: 'any', body: CreateOrganizationRequest, response: { 201: Organization } },
  'GET /api/organizations/:id': { role: 'viewer', params, response: { 200: OrganizationWithUsage } },
  'PATCH /api/organizations/:id': {
    role: 'admin',
    params,
    body: PatchOrganizationRequest,
    response: { 200: Organization },
  },
  'GET /api/organizations/:id/members': { role: 'viewer', params, query, response: { 200: MemberPage } },
  'POST /api/organizations/:id/members': {
    role: 'admin',
    params,
    body: InviteMemberRequest,
    response: { 201: Member },
  },
  'PATCH /api/organizations/:id/members/:userId': {
    role: 'admin',
    params: MemberParams,
    body: PatchMemberRequest,
    response: { 200: Member },
  },
  'DELETE /api/organizations/:id/members/:userId': {
    role: 'admin',
    params: MemberParams,
    response: { 204: NoContent },
  },

  'GET /api/invitations/:token': { role: 'none', params: InvitationParams, response: { 200: Invitation } },
  'POST /api/invitations/:token/accept': {
    role: 'none',
    params: InvitationParams,
    body: AcceptInvitationRequest,
    response: { 200: MeResponse },
  },

  'GET /api/organizations/:id/events': { role: 'viewer', params, query, response: { 200: EventPage } },
  'POST /api/organizations/:id/events': { role: 'admin', params, body: CreateEventRequest, response: { 201: Event } },
  'GET /api/events/:id': { role: 'viewer', params, response: { 200: Event } },
  'PATCH /api/events/:id': { role: 'admin', params, body: PatchEventRequest, response: { 200: Event } },
  'DELETE /api/events/:id': { role: 'admin', params, response: { 204: NoContent } },
  'GET /api/events/:id/claim-attempts': { role: 'operator', params, query, response: { 200: ClaimAttemptPage } },

  'GET /api/signs': { role: 'viewer', query: SignListQuery, response: { 200: SignPage } },
  'POST /api/signs': { role: 'operator', body: CreateSignRequest, response: { 201: Sign }, versioned: true },
  'GET /api/signs/:id': { role: 'viewer', params, response: { 200: Sign }, versioned: true },
  'PATCH /api/signs/:id': {
    role: 'operator',
    params,
    body: PatchSignRequest,
    response: { 200: Sign },
    versioned: true,
  },
  'DELETE /api/signs/:id': { role: 'admin', params, response: { 204: NoContent } },

  'POST /api/signs/claim/start': { role: 'operator', body: ClaimStartRequest, response: { 201: ClaimStartResponse } },
  'POST /api/signs/claim': {
    role: 'operator',
    body: ClaimRequest,
    response: { 201: ClaimResponse, 200: ClaimResponse },
    versioned: true,
  },
  'POST /api/signs/:id/link': {
    role: 'operator',
    params,
    body: LinkRequest,
    response: { 201: ClaimResponse, 200: ClaimResponse },
    versioned: true,
  },
  'POST /api/signs/:id/replace': {
    role: 'operator',
    params,
    body: LinkRequest,
    response: { 201: ClaimResponse, 200: ClaimResponse },
    versioned: true,
  },
  'POST /api/signs/:id/unregister': { role: 'admin', params, response: { 200: Sign }, versioned: true },

  'GET /api/signs/:id/clones': { role: 'admin', params, query, response: { 200: ClonePage } },
  'POST /api/signs/:id/clones/:cloneId/decision': {
    role: 'admin',
    params: CloneParams,
    body: CloneDecisionRequest,
    response: { 200: Clone },
  },

  'POST /api/signs/:id/commands': {
    role: 'operator',
    params,
    body: CommandRequest,
    response: { 202: CommandResponse },
  },
  'POST /api/signs/bulk': { role: 'operator', body: BulkRequest, response: { 202: BulkResponse } },
  'GET /api/signs/:id/commands': { role: 'viewer', params, query, response: { 200: CommandPage } },
  'GET /api/signs/:id/history': { role: 'viewer', params, query, response: { 200: HistoryPage } },
  'GET /api/signs/:id/logs': { role: 'viewer', params, query: TelemetryQuery, response: { 200: LogPage } },
  'GET /api/signs/:id/metrics': { role: 'viewer', params, query: TelemetryQuery, response: { 200: MetricPage } },
  'GET /api/signs/:id/content-fetches': {
    role: 'viewer',
    params,
    query: TelemetryQuery,
    response: { 200: ContentFetchPage },
  },
  'GET /api/signs/:id/screenshot': { role: 'viewer', params, response: {}, produces: [SCREENSHOT_CONTENT_TYPE] },

  'GET /api/signs/:id/schedules': { role: 'viewer', params, response: { 200: ScheduleSet } },
  'PUT /api/signs/:id/schedules': {
    role: 'operator',
    params,
    body: PutSchedulesRequest,
    response: { 200: ScheduleSet },
  },
  'DELETE /api/signs/:id/schedules': { role: 'operator', params, response: { 204: NoContent } },
  'GET /api/events/:id/schedules': { role: 'viewer', params, response: { 200: ScheduleSet } },
  'PUT /api/events/:id/schedules': {
    role: 'operator',
    params,
    body: PutSchedulesRequest,
    response: { 200: ScheduleSet },
  },
  'DELETE /api/events/:id/schedules': { role: 'operator', params, response: { 204: NoContent } },

  'GET /api/events/:id/subscription': { role: 'viewer', params, response: { 200: Subscription } },
  'PUT /api/events/:id/subscription': {
    role: 'viewer',
    params,
    body: PutSubscriptionRequest,
    response: { 200: Subscription },
  },
  'GET /api/push-subscriptions/key': { role: 'any', response: { 200: PushKey } },
  'POST /api/push-subscriptions': {
    role: 'any',
    body: CreatePushSubscriptionRequest,
    response: { 201: PushSubscription },
  },
  'DELETE /api/push-subscriptions': { role: 'any', body: DeletePushSubscriptionRequest, response: { 204: NoContent } },
  'GET /api/unsubscribe/:token': { role: 'none', params: UnsubscribeParams, response: {}, produces: HTML },
  'POST /api/unsubscribe/:token': { role: 'none', params: UnsubscribeParams, response: {}, produces: HTML },
  'GET /api/notifications': { role: 'any', query: NotificationQuery, response: { 200: NotificationPage } },
  'POST /api/notifications/read': { role: 'any', body: ReadNotificationsRequest, response: { 204: NoContent } },
  'GET /api/organizations/:id/failed-deliveries': {
    role: 'admin',
    params,
    query,
    response: { 200: FailedDeliveryPage },
  },
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': {
    role: 'admin',
    params: FailedDeliveryParams,
    response: { 202: RetriedDelivery },
  },

  'GET /api/audit': { role: 'admin', query: AuditQuery, response: { 200: AuditPage } },
  'GET /api/audit/export': { role: 'admin', query: AuditExportQuery, response: {}, produces: EXPORTS },
  'GET /api/content-fetches/export': {
    role: 'viewer',
    query: ContentFetchExportQuery,
    response: {},
    produces: EXPORTS,
  },
} as const satisfies Record<`${Method} /${string}`, Route>;

export type RouteKey = keyof typeof ROUTES;

export type RouteAddress<Key extends RouteKey> = Key extends `${infer Verb extends Method} ${infer Path}`
  ? { method: Verb; path: Path }
  : never;

/** The two halves of a key: what a router and a client want (`:id` stands for a parameter). */
export function routeAddress<Key extends RouteKey>(key: Key): RouteAddress<Key> {
  const [method, path] = key.split(' ');
  return { method, path } as RouteAddress<Key>;
}
