import { Type, type Static } from 'typebox';
import { LOAD_FAILURE_REASONS, type RestErrorCode } from '../error-codes.ts';
import { NOTE_LENGTH } from '../limits.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  IdParams,
  ListQuery,
  PageQuery,
  Name,
  NoContent,
  PageUrl,
  Screen,
  Timestamp,
  TypedShortCode,
  Uuid,
  UserId,
  UuidV4,
  line,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../common-schemas.ts';
import { Sign } from './signs.ts';

/** Claiming (contract, section 3; interface specification, sections 2.5 and 4.2). */

const DeviceProof = {
  shortCode: TypedShortCode,
  signId: Type.Optional(UuidV4),
  pendingId: Type.Optional(Uuid),
  requestId: Type.Optional(Uuid),
};

/** POST /api/signs/claim/start */
export const ClaimStartRequest = strictObject({ signId: Type.Optional(UuidV4), shortCode: TypedShortCode });
export type ClaimStartRequest = Static<typeof ClaimStartRequest>;

export const ClaimStartResponse = Type.Object({
  pendingId: Uuid,
  signRecordId: Uuid,
  signId: UuidV4,
  shortCode: Type.String(),
  expiresAt: Timestamp,
  device: Type.Object({
    appVersion: Type.String(),
    platform: Type.String(),
    screen: Screen,
    connectedSince: Timestamp,
  }),
  /**
   * The sign shows its code: from `startsAtMs` on, for `seconds`, blinking once a second from there. `serverTimeMs`: when this answer was made, by the same clock,
   * so that a phone whose own clock is wrong blinks in step (docs/claims.md). Null where the sign was not asked to.
   */
  identify: nullable(Type.Object({ startsAtMs: Count, seconds: Count, serverTimeMs: Count })),
});
export type ClaimStartResponse = Static<typeof ClaimStartResponse>;

/** POST /api/signs/claim (Flow A) */
export const ClaimRequest = strictObject({
  organizationId: Uuid,
  eventId: Uuid,
  name: Name,
  location: Name,
  url: Type.Optional(PageUrl),
  ...DeviceProof,
});
export type ClaimRequest = Static<typeof ClaimRequest>;

/** POST /api/signs/:id/link (Flow B) */
export const LinkRequest = strictObject(DeviceProof);
export type LinkRequest = Static<typeof LinkRequest>;

/** The body of POST /api/signs/:id/replace. `note`: the reason of the replacement. */
export const ReplaceRequest = strictObject({ ...DeviceProof, note: Type.Optional(nullable(line(NOTE_LENGTH))) });
export type ReplaceRequest = Static<typeof ReplaceRequest>;

export const ClaimResponse = Type.Object({
  sign: Sign,
  requestId: Uuid,
  handshake: oneOf(['acknowledged', 'legacy'] as const),
});
export type ClaimResponse = Static<typeof ClaimResponse>;

export const CLAIM_KINDS = ['claim', 'link', 'replace'] as const;

/**
 * The facts of a device when the attempt began. A fact is null if it is not known, for example for attempts from before
 * these facts were recorded.
 */
const AttemptDevice = Type.Object({
  signId: UuidV4,
  shortCode: Type.String(),
  macAddress: nullable(Type.String()),
  address: nullable(Type.String()),
  appVersion: nullable(Type.String()),
  platform: nullable(Type.String()),
  screen: nullable(Screen),
});

/** A row of GET /api/events/:id/claim-attempts (promises C10 and D12). */
export const ClaimAttempt = Type.Object({
  id: Uuid,
  /** When the attempt began; equals `submittedAt`. */
  at: Timestamp,
  kind: oneOf(CLAIM_KINDS),
  actor: nullable(Actor),
  /** The name and location that the sign record has or gets by the attempt; null if not known. */
  name: nullable(Type.String()),
  location: nullable(Type.String()),
  device: AttemptDevice,
  signRecordId: Uuid,
  url: nullable(Type.String()),
  handshake: nullable(oneOf(['acknowledged', 'legacy'] as const)),
  /** When the operator started the claim with the code (`claim/start`); null if the operator did not. */
  startedAt: nullable(Timestamp),
  submittedAt: Timestamp,
  /** `committed`, or the refusal code that the operator received; null while the attempt is running. */
  outcome: nullable(Type.String()),
  reason: nullable(oneOf(LOAD_FAILURE_REASONS)),
  /** The status of the page's last response, as the sign reported it. */
  httpStatus: nullable(Type.Integer()),
  detail: nullable(Type.String()),
  durationMs: nullable(Count),
  loadMs: nullable(Type.Number()),
  /** How often the operator's request was repeated, with the same outcome. */
  replays: Count,
  requestId: Uuid,
});
export type ClaimAttempt = Static<typeof ClaimAttempt>;
export const ClaimAttemptPage = page(ClaimAttempt);

/** The value of the filter `outcome` that selects attempts without an outcome. */
export const UNDER_WAY = 'under_way';
export const AttemptOutcomes = Type.String({
  pattern: '^[a-z_]{1,40}(,[a-z_]{1,40}){0,19}$',
  description:
    'One outcome, or up to 20 separated by commas: `committed`, error codes, or `under_way` for attempts without an outcome.',
});
/**
 * `actorId` selects one person's attempts, as in the audit log. `from` and `to` select by the time at which an attempt
 * began.
 */
const ATTEMPT_FILTERS = {
  actorId: Type.Optional(UserId),
  outcome: Type.Optional(AttemptOutcomes),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
};
/** GET /api/events/:id/claim-attempts lists the attempts, newest first. */
export const ClaimAttemptsQuery = strictObject({ ...ATTEMPT_FILTERS, ...PageQuery });
export const ClaimAttemptsSummaryQuery = strictObject(ATTEMPT_FILTERS);
export type ClaimAttemptFilters = Static<typeof ClaimAttemptsSummaryQuery>;

/** GET /api/events/:id/claim-attempts/summary counts the list under the same filters (promise D12). */
export const ClaimAttemptsSummary = Type.Object({
  total: Count,
  /** Running attempts have the outcome null. */
  byOutcome: Type.Array(
    Type.Object({
      kind: oneOf(CLAIM_KINDS),
      outcome: nullable(Type.String()),
      reason: nullable(oneOf(LOAD_FAILURE_REASONS)),
      count: Count,
    }),
  ),
  /** The duration of ended attempts, in milliseconds; null if no attempt has ended. */
  medianMs: nullable(Count),
  p95Ms: nullable(Count),
});
export type ClaimAttemptsSummary = Static<typeof ClaimAttemptsSummary>;

const ReplacedDevice = Type.Object({
  signId: UuidV4,
  shortCode: Type.String(),
  macAddress: nullable(Type.String()),
  address: nullable(Type.String()),
});
export const OLD_DEVICE_STATES = ['unclaimed', 'claimed', 'disconnected'] as const;

/** A row of GET /api/events/:id/replacements (promise D14). */
export const Replacement = Type.Object({
  id: Uuid,
  at: Timestamp,
  /** The record under its present name, or, if it was deleted, under its name at the time of the replacement. */
  sign: Type.Object({ id: Uuid, name: nullable(Type.String()), location: nullable(Type.String()) }),
  by: nullable(Actor),
  note: nullable(Type.String()),
  old: ReplacedDevice,
  new: ReplacedDevice,
  /**
   * `claimed`: a sign of the same organization has the old device. `unclaimed`: the old device is connected and no sign
   * has it. `disconnected`: all other cases, including a claim by another organization.
   */
  oldNow: oneOf(OLD_DEVICE_STATES),
  /** If `claimed`, the sign that has the old device now. */
  oldSign: nullable(Type.Object({ id: Uuid, name: Type.String() })),
});
export type Replacement = Static<typeof Replacement>;
export const ReplacementPage = page(Replacement);

export const claimAttemptRoutes = {
  'GET /api/events/:id/claim-attempts': {
    doc: { id: 'listClaimAttempts', tag: 'claiming', summary: 'List every attempt to claim a sign for an event' },
    role: 'operator',
    params: IdParams,
    query: ClaimAttemptsQuery,
    response: { 200: ClaimAttemptPage },
    audit: 'claim_attempts.read',
  },
  'GET /api/events/:id/claim-attempts/summary': {
    doc: { id: 'summarizeClaimAttempts', tag: 'claiming', summary: 'Count the attempts to claim a sign by outcome' },
    role: 'operator',
    params: IdParams,
    query: ClaimAttemptsSummaryQuery,
    response: { 200: ClaimAttemptsSummary },
    audit: 'claim_attempts.read',
  },
  'GET /api/events/:id/replacements': {
    doc: { id: 'listReplacements', tag: 'claiming', summary: 'List the devices of an event that were replaced' },
    role: 'operator',
    params: IdParams,
    query: ListQuery,
    response: { 200: ReplacementPage },
    audit: 'replacements.read',
  },
} as const satisfies RouteTable;

/** What the start of a claim can be refused with: the device is looked for. */
const DEVICE_REFUSALS = [
  'short_code_mismatch',
  'short_code_unknown',
  'short_code_ambiguous',
  'sign_already_claimed',
  'request_in_progress',
  'sign_not_connected',
] as const satisfies RestErrorCode[];
/** What every claim, link and replace can be refused with (interface specification, section 7). */
const CLAIM_REFUSALS = [
  ...DEVICE_REFUSALS,
  'request_id_reused',
  'pending_expired',
  'device_load_failed',
  'device_no_ack',
  'invalid_url',
] as const satisfies RestErrorCode[];

const CLAIM = {
  role: 'operator',
  response: { 201: ClaimResponse, 200: ClaimResponse },
  versioned: true,
  load: 'operator',
} as const;

export const claimRoutes = {
  'POST /api/signs/claim/start': {
    doc: { id: 'startClaim', tag: 'claiming', summary: 'Start a claim with the scanned QR code or the typed code' },
    role: 'operator',
    body: ClaimStartRequest,
    response: { 201: ClaimStartResponse },
    refusals: DEVICE_REFUSALS,
    load: 'operator',
    audit: 'sign.claim_start',
  },
  'DELETE /api/signs/claim/:pendingId': {
    doc: { id: 'endClaim', tag: 'claiming', summary: 'Cancel a claim in progress' },
    // Only the operator who started the claim may cancel it.
    role: 'any',
    params: strictObject({ pendingId: Uuid }),
    response: { 204: NoContent },
    refusals: ['not_found', 'request_in_progress'],
    load: 'operator',
    audit: 'sign.claim_end',
  },
  'POST /api/signs/claim': {
    doc: { id: 'claimSign', tag: 'claiming', summary: 'Claim a device and create its sign record (Flow A)' },
    ...CLAIM,
    body: ClaimRequest,
    refusals: [...CLAIM_REFUSALS, 'quota_exceeded'],
    audit: 'sign.claim',
  },
  'POST /api/signs/:id/link': {
    doc: { id: 'linkSign', tag: 'claiming', summary: 'Link a device to a prepared sign record (Flow B)' },
    ...CLAIM,
    params: IdParams,
    body: LinkRequest,
    refusals: [...CLAIM_REFUSALS, 'sign_not_unlinked'],
    audit: 'sign.link',
  },
  'POST /api/signs/:id/replace': {
    doc: { id: 'replaceSign', tag: 'claiming', summary: 'Replace the device of a sign record in one scan' },
    ...CLAIM,
    params: IdParams,
    body: ReplaceRequest,
    refusals: [...CLAIM_REFUSALS, 'sign_not_linked'],
    audit: 'sign.replace',
  },
  'POST /api/signs/:id/unregister': {
    doc: { id: 'unregisterSign', tag: 'claiming', summary: 'Unregister the device of a sign record' },
    role: 'admin',
    params: IdParams,
    response: { 200: Sign },
    versioned: true,
    refusals: ['sign_not_linked', 'request_in_progress'],
    audit: 'sign.unregister',
  },
} as const satisfies RouteTable;
