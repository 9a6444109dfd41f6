import type { TSchema } from 'typebox';
import type { RestErrorCode } from './error-codes.ts';
import type { Role } from './roles.ts';

/** The fields of a row in the table of routes. docs/routes.md has an example. */

/** The sections of the OpenAPI document. */
export const TAGS = {
  service: 'Health of the service and this API description.',
  sessions: 'Signing in and out, sessions, passwords, the second factor.',
  organizations: 'Organizations, their members and invitations.',
  events: 'Events that signs belong to.',
  signs: 'Sign records: the list, single records, their history.',
  claiming: 'Claiming devices and linking them to sign records.',
  commands: 'Commands to single signs and bulk requests.',
  schedules: 'Schedules of pages.',
  reports: 'Data that signs report: logs, metrics, pages and screenshots.',
  outages: 'Outages of signs and their acknowledgements.',
  notifications: 'Subscriptions and delivered notifications.',
  audit: 'Who did what.',
  system: 'Running the installation, for system owners.',
} as const;

/**
 * The order in which an overloaded node refuses requests: `heavy` first, then `ordinary`, then `operator`, and `spared`
 * never.
 */
export type RequestClass = 'spared' | 'operator' | 'ordinary' | 'heavy';

/**
 * The description of one REST route. The backend checks, limits, refuses, logs and documents each request by this row;
 * a client takes its types from the row.
 */
export interface Route {
  /** For the OpenAPI document; `id` is the operationId, which generated clients name their method after. */
  doc: { id: string; tag: keyof typeof TAGS; summary: string };
  /**
   * The role that the caller needs in the organization that the request is about (that of the record in the path, or
   * `organizationId`). `any`: every signed-in caller. `none`: every caller. `systemOwner`: system owners only.
   */
  role: Role | 'any' | 'none' | 'systemOwner';
  /** The commands of the body that need another role than `role`. */
  commandRoles?: Readonly<Record<string, Role>>;
  /** The route knows a signed-in caller, although `role` is `none`. */
  knowsCaller?: true;
  /**
   * A caller who still has the printed first password may use the route. Any other route that needs a sign-in refuses
   * such a caller (`password_change_required`).
   */
  allowsFirstPassword?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The largest body that is read. Default: `LIMITS.bodyBytes`. */
  bodyBytes?: number;
  /**
   * The schemas of responses by HTTP status; a refusal is always a `Problem`. Empty if the response is not JSON with a
   * schema (`produces`).
   */
  response: Partial<Record<200 | 201 | 202 | 204 | 503, TSchema>>;
  /** The content types of a response that is not JSON. */
  produces?: readonly string[];
  /** The schema of every line of NDJSON (`produces`) before its last line (`LinesEnd`). */
  lines?: TSchema;
  /** The headers of the response, besides those that `versioned` and `signsIn` add. */
  headers?: Readonly<Record<string, { description: string; schema: TSchema }>>;
  /**
   * PATCH, PUT and DELETE need `If-Match`, and responses with the record carry its version as `ETag` (contract, 3.1).
   */
  versioned?: true;
  /**
   * The response carries an `ETag` of its bytes. If `If-None-Match` has the same, the response is 304 without a body
   * (RFC 9110, 13.1.2).
   */
  conditional?: true;
  /** The response carries a new session, as a cookie and as a bearer token. */
  signsIn?: true;
  /** The route's own refusals, besides those that follow from the rest of the row (`refusalsOf`). */
  refusals?: readonly RestErrorCode[];
  /** Default: `ordinary`. */
  load?: RequestClass;
  /**
   * Strangers may use it to guess a password or to mail others: the router counts every request per address against the limit of sign-ins (contract,
   * section 5). It does so before it reads the request, and instead of the ordinary count per address. One route counts in its handler instead,
   * and has no `limitedByAddress`: `POST /api/invitations/:token/accept` (its row says why).
   */
  limitedByAddress?: true;
  /**
   * Unknown query parameters and bodies are ignored, because the calling programs (probes, mail programs, browsers) add
   * their own. Default: they give `validation_failed` (contract, introduction).
   */
  ignoresUnknown?: true;
  /**
   * A POST that only reads, because its query needs a body. Every role may send it, so the audit log has neither a
   * change nor a refused attempt.
   */
  changesNothing?: true;
  /** Better-auth answers the route, behind our own checks (contract, 3.1). */
  by?: 'better-auth';
  /**
   * The action under which the audit log has a change or a refused attempt by this route. Null if the route concerns
   * only the person; then no log has it. `RouteTable` decides which routes must set this. An action of a route by
   * better-auth is in the person's own security events, and in no log.
   */
  audit?: string | null;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A route that changes something. Changes that concern only the person are in no organization's log. */
type Change = Route & ({ role: 'none' | 'any'; audit: string | null } | { role: Role | 'systemOwner'; audit: string });
/** A POST that changes nothing (`changesNothing`). */
type QuestionWithBody = Route & { role: 'viewer'; changesNothing: true; audit: null };
/**
 * A route that only reads. Every member may read what a viewer may read, so these routes have no refused attempts for
 * the audit log.
 */
type Question = Route &
  (
    | { role: 'none' | 'any' | 'viewer'; audit?: never }
    | { role: Exclude<Role, 'viewer'> | 'systemOwner'; audit: string }
  );

/** Rows by method and path. A row without the `audit` that it needs does not compile. */
export type RouteTable = Readonly<
  Record<`GET /${string}`, Question> &
    Record<`POST /${string}`, Change | QuestionWithBody> &
    Record<`${Exclude<Method, 'GET' | 'POST'>} /${string}`, Change>
>;
