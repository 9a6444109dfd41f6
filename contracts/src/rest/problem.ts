import { Type, type Static } from 'typebox';
import { ERROR_CODES, LOAD_FAILURE_REASONS, type RestErrorCode } from '../error-codes.ts';
import { Count, oneOf } from '../common-schemas.ts';
import { Organization } from './organizations.ts';
import { ScheduleSet } from './schedules.ts';
import { Sign } from './signs.ts';

/** Every REST error (contract, section 2; RFC 9457), as `application/problem+json`. */

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** The codes that have an HTTP status, in the order of the table. */
export const REST_ERROR_CODES = (Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]).filter(
  (code): code is RestErrorCode => ERROR_CODES[code].status !== null,
);

export const Problem = Type.Object({
  /** `about:blank`: the code says it all. */
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String(),
  code: oneOf(REST_ERROR_CODES),
  /** With `device_load_failed`. */
  reason: Type.Optional(oneOf(LOAD_FAILURE_REASONS)),
  /** The identifier of the refused claim, link or replace. */
  requestId: Type.Optional(Type.String()),
  retryAfterMs: Type.Optional(Count),
  /**
   * With `validation_failed`, the errors of fields; `path` is a JSON pointer into the body, the query or the path. With
   * `not_found` and `conflict` of a request that handles a list of identifiers as a whole, the first 500 identifiers
   * concerned (`/ids/3`; the fourth of `signIds` in a query is `/signIds/3`). With `not_found` of a claim, `/pendingId`
   * if the pendingSign does not exist. With `rate_limited`, `/shortCode` if codes were guessed.
   */
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  /** With `precondition_failed`, the present record in the form of its GET; an organization without `usage`. */
  current: Type.Optional(Type.Union([Sign, Organization, ScheduleSet])),
});
export type Problem = Static<typeof Problem>;

/** One error of a field. */
export type FieldError = NonNullable<Problem['errors']>[number];
