import type { TSchema } from 'typebox';
import type { RestErrorCode } from './error-codes.ts';
import type { Role } from './roles.ts';

/** What a row of the table of routes can say. docs/routes.md has an example. */

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

/** What a request is worth to an overloaded node: it refuses `heavy` first, then `ordinary`, then `operator`, and `spared` never. */
export type RequestClass = 'spared' | 'operator' | 'ordinary' | 'heavy';

/**
 * Everything that is known of one REST route. The backend checks, limits, refuses, logs and documents each request by this row; a client takes its
 * types from it.
 */
export interface Route {
  /** For the OpenAPI document; `id` is the operationId, which generated clients name their method after. */
  doc: { id: string; tag: keyof typeof TAGS; summary: string };
  /**
   * The role that the caller needs in the organization that the request is about (of the record in the path, or of `organizationId`). `any`: whoever
   * is signed in. `none`: everybody. `systemOwner`: who runs the installation.
   */
  role: Role | 'any' | 'none' | 'systemOwner';
  /** The commands of the body that need another role than `role`. */
  commandRoles?: Readonly<Record<string, Role>>;
  /** A signed-in caller is answered as themselves, although `role` is `none`. */
  knowsCaller?: true;
  /** Open to a caller who still has the printed first password. Any other route that needs a caller refuses them (`password_change_required`). */
  allowsFirstPassword?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The largest body that is read. Default: `LIMITS.bodyBytes`. */
  bodyBytes?: number;
  /** By HTTP status; a refusal is always a `Problem`. Empty where the answer is not JSON of a schema (`produces`). */
  response: Partial<Record<200 | 201 | 202 | 204 | 503, TSchema>>;
  /** The content types of an answer that is not JSON. */
  produces?: readonly string[];
  /** Of NDJSON (`produces`) that ends with a line of its own (`LinesEnd`): the schema of every line before. */
  lines?: TSchema;
  /** The headers of the answer, beside those that `versioned` and `signsIn` stand for. */
  headers?: Readonly<Record<string, { description: string; schema: TSchema }>>;
  /** PATCH, PUT and DELETE need `If-Match`, and answers with the record carry its version as `ETag` (contract, 3.1). */
  versioned?: true;
  /** The answer carries an `ETag` that names its bytes; where `If-None-Match` names it, the answer is 304 without a body (RFC 9110, 13.1.2). */
  conditional?: true;
  /** The answer carries a new session, as a cookie and as a bearer token. */
  signsIn?: true;
  /** Its own refusals, beside those that follow from the rest of the row (`refusalsOf`). */
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
   * What the row does not name is passed over, in the query and as a body, because the programs that ask (probes, mail programs, browsers) add things of
   * their own. Default: it is `validation_failed` (contract, introduction).
   */
  ignoresUnknown?: true;
  /** A POST that only answers: its question needs a body. Every role may ask it, so the audit log has neither a change nor a refused attempt. */
  changesNothing?: true;
  /** Answered by better-auth, behind our own door (contract, 3.1). */
  by?: 'better-auth';
  /**
   * What the audit log calls a change, and a refused attempt, by this route. Null: it concerns only the person, and is in no log. `RouteTable` says
   * which routes must have it. Of a route by better-auth it is in the person's own security events, and in no log.
   */
  audit?: string | null;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A route that changes something. Only what concerns nobody but the person is in no organization's log. */
type Change = Route & ({ role: 'none' | 'any'; audit: string | null } | { role: Role | 'systemOwner'; audit: string });
/** A POST that changes nothing (`changesNothing`). */
type QuestionWithBody = Route & { role: 'viewer'; changesNothing: true; audit: null };
/** A route that only answers. What a viewer may read is never forbidden to a member, so the audit log has no refused attempts to name. */
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
