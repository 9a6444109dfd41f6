import { Type, type Static } from 'typebox';
import { LOAD_FAILURE_REASONS } from '../error-codes.ts';
import {
  Actor,
  Count,
  Name,
  PageUrl,
  Screen,
  Timestamp,
  TypedShortCode,
  Uuid,
  UuidV4,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../schema.ts';
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

export const CLAIM_STATES = ['pending', 'awaiting_ack', 'committed', 'failed', 'expired', 'cancelled'] as const;
export type ClaimStateName = (typeof CLAIM_STATES)[number];

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
