import { Type, type Static } from 'typebox';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  IdParams,
  ListQuery,
  PageQuery,
  Timestamp,
  Uuid,
  UuidV4,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../common-schemas.ts';

/** Machines that came under the identity of a sign while another one lived under it (promise N8; contract, section 1). */

/** The facts of a machine, from its handshake. */
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

const RESET_ADVISED =
  'If the disk was copied, only reset_both is safe: it revokes the identity of both machines, and each returns as a new sign.';
const COPY_GETS_IN = (other: string, sign: string): string =>
  `${other} still has the identity of this sign. While ${sign} is off, it can take its place. Switch it off for good, or decide reset_both. ${RESET_ADVISED}`;

/**
 * What an admin is told beside a decision, or before it (null). A machine that was told from another by what it says of itself can say
 * otherwise: what a copied disk knows is all that there is to know. So no decision but `reset_both` keeps a copy out for good.
 */
export const CLONE_ADVICE: Record<CloneDecision | 'none', string | null> = {
  none: `After keep_first or accept_newcomer the other machine still has the identity, and can take the sign’s place while that is off. ${RESET_ADVISED}`,
  keep_first: COPY_GETS_IN('The newcomer', 'the first machine'),
  accept_newcomer: COPY_GETS_IN('The first machine', 'the newcomer'),
  reset_both: null,
};

/** A row of GET /api/signs/:id/clones and /api/events/:id/clones. `signId` is the record's identifier. */
export const Clone = Type.Object({
  id: Uuid,
  signId: Uuid,
  signName: Type.String(),
  openedAt: Timestamp,
  lastSeenAt: Timestamp,
  /** How often the newcomer connected before the decision. */
  attempts: Count,
  first: CloneMachine,
  newcomer: CloneMachine,
  /** Null until an admin decides. */
  decision: nullable(CloneDecision),
  decidedAt: nullable(Timestamp),
  decidedBy: nullable(Actor),
  /** Advice for the admin in words, as long as the other machine may take the place of the sign. */
  advice: nullable(
    Type.String({
      description:
        'Advice for the admin, in English. After keep_first or accept_newcomer, the rejected machine still has the identity of the sign and can take its place while the chosen machine is off, so reset_both is recommended. Null after reset_both.',
    }),
  ),
});
export type Clone = Static<typeof Clone>;
export const ClonePage = page(Clone);

/** GET /api/events/:id/clones lists the clones, newest first. Without `state`, the list has open and decided clones. */
export const EventClonesQuery = strictObject({
  state: Type.Optional(oneOf(['open', 'decided'] as const)),
  ...PageQuery,
});

export const CloneParams = strictObject({ id: Uuid, cloneId: Uuid });

/**
 * POST /api/signs/:id/clones/:cloneId/decision → 200; `conflict` where it is decided, except that `reset_both` may follow another decision, because
 * it is what a row advises then.
 */
export const CloneDecisionRequest = strictObject({ decision: CloneDecision });

export const cloneRoutes = {
  'GET /api/signs/:id/clones': {
    doc: {
      id: 'listClones',
      tag: 'signs',
      summary: 'List other machines that connected with the identity of the sign’s device',
    },
    role: 'admin',
    params: IdParams,
    query: ListQuery,
    response: { 200: ClonePage },
    audit: 'clones.read',
  },
  'GET /api/events/:id/clones': {
    doc: {
      id: 'listEventClones',
      tag: 'signs',
      summary: 'List machines that connected with the identity of a sign of the event',
    },
    role: 'admin',
    params: IdParams,
    query: EventClonesQuery,
    response: { 200: ClonePage },
    audit: 'clones.read',
  },
  'POST /api/signs/:id/clones/:cloneId/decision': {
    doc: {
      id: 'decideClone',
      tag: 'signs',
      summary: 'Decide which machine is the sign; only `reset_both` locks out a copied disk permanently',
    },
    role: 'admin',
    params: CloneParams,
    body: CloneDecisionRequest,
    response: { 200: Clone },
    refusals: ['conflict'],
    audit: 'sign.clone_decision',
  },
} as const satisfies RouteTable;
