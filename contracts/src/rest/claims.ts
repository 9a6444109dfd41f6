import { Type, type Static } from 'typebox';
import { LOAD_FAILURE_REASONS, type RestErrorCode } from '../error-codes.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  IdParams,
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

/** POST /api/signs/:id/link and /replace (Flow B) */
export const LinkRequest = strictObject(DeviceProof);
export type LinkRequest = Static<typeof LinkRequest>;

export const ClaimResponse = Type.Object({
  sign: Sign,
  requestId: Uuid,
  handshake: oneOf(['acknowledged', 'legacy'] as const),
});
export type ClaimResponse = Static<typeof ClaimResponse>;

/** A row of GET /api/events/:id/claim-attempts: promise C10. */
export const ClaimAttempt = Type.Object({
  id: Uuid,
  at: Timestamp,
  kind: oneOf(['claim', 'link', 'replace'] as const),
  actor: nullable(Actor),
  device: Type.Object({ signId: UuidV4, shortCode: Type.String() }),
  signRecordId: Uuid,
  url: nullable(Type.String()),
  /** `committed`, or the code of the refusal that the operator was given. */
  outcome: Type.String(),
  reason: nullable(oneOf(LOAD_FAILURE_REASONS)),
  detail: nullable(Type.String()),
  durationMs: nullable(Count),
  loadMs: nullable(Type.Number()),
  requestId: Uuid,
});
export type ClaimAttempt = Static<typeof ClaimAttempt>;
export const ClaimAttemptPage = page(ClaimAttempt);
/** GET /api/events/:id/claim-attempts, newest first. `actorId`: of one person alone, as in the audit log. */
export const ClaimAttemptsQuery = strictObject({ actorId: Type.Optional(UserId), ...PageQuery });

export const claimAttemptRoutes = {
  'GET /api/events/:id/claim-attempts': {
    doc: { id: 'listClaimAttempts', tag: 'claiming', summary: 'List every attempt to claim a sign for an event' },
    role: 'operator',
    params: IdParams,
    query: ClaimAttemptsQuery,
    response: { 200: ClaimAttemptPage },
    audit: 'claim_attempts.read',
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
    // Whoever began it may end it, and nobody else.
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
    body: LinkRequest,
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
