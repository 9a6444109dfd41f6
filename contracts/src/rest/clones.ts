import { Type, type Static } from 'typebox';
import { Actor, Count, Timestamp, Uuid, UuidV4, nullable, oneOf, page, strictObject } from '../schema.ts';

/** Machines that came under the identity of a sign while another one lived under it (promise N8; contract, section 1). */

/** What is known of a machine, as its handshake said. */
export const CloneMachine = Type.Object({
  /** The network address that it came from. */
  address: Type.String(),
  macAddress: Type.String(),
  appVersion: Type.String(),
  /** Another at every start of the kiosk. */
  bootId: UuidV4,
  /** Since when it is connected; of one that was turned away, when it came last. */
  connectedAt: Timestamp,
});
export type CloneMachine = Static<typeof CloneMachine>;

/**
 * `keep_first`: the newcomer stays refused, and is not told of again. `accept_newcomer`: the other way round. `reset_both`: the record is
 * unregistered and neither machine keeps the identity; each comes back as a new sign, on its QR screen.
 */
export const CLONE_DECISIONS = ['keep_first', 'accept_newcomer', 'reset_both'] as const;
export const CloneDecision = oneOf(CLONE_DECISIONS);
export type CloneDecision = Static<typeof CloneDecision>;

/** A row of GET /api/signs/:id/clones. */
export const Clone = Type.Object({
  id: Uuid,
  openedAt: Timestamp,
  lastSeenAt: Timestamp,
  /** How often the newcomer came, until it was decided. */
  attempts: Count,
  first: CloneMachine,
  newcomer: CloneMachine,
  /** Null: nobody has decided yet. */
  decision: nullable(CloneDecision),
  decidedAt: nullable(Timestamp),
  decidedBy: nullable(Actor),
});
export type Clone = Static<typeof Clone>;
export const ClonePage = page(Clone);

export const CloneParams = strictObject({ id: Uuid, cloneId: Uuid });

/** POST /api/signs/:id/clones/:cloneId/decision → 200; `conflict` where it is decided. */
export const CloneDecisionRequest = strictObject({ decision: CloneDecision });
export type CloneDecisionRequest = Static<typeof CloneDecisionRequest>;
