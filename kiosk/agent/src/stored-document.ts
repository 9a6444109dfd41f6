import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { LOAD_FAILURE_REASONS } from '@sign-display/contracts/error-codes';
import {
  Count,
  Detail,
  MacAddress,
  PageUrl,
  Secret,
  SignSettings,
  Uuid,
  UuidV4,
  nullable,
  oneOf,
} from '@sign-display/contracts/schema';

/**
 * What survives a reboot: one document, replaced whole (interface specification, 2.4; promise K3). `claim` is null exactly when
 * the four organization and event fields are.
 */

export const DOCUMENT_VERSION = 1;

const Identity = Type.Object({
  signId: UuidV4,
  deviceSecret: Secret,
  /** Of the first boot; never changes (promise K1). */
  macAddress: MacAddress,
});
export type Identity = Static<typeof Identity>;

const Content = Type.Object({ contentId: nullable(Uuid), url: PageUrl });
export type Content = Static<typeof Content>;

const Claim = Type.Object({
  sign: Type.Object({ id: Uuid, name: Type.String(), location: Type.String() }),
  eventTimeZone: Type.String(),
  /** What the sign shows when nothing else is said; null: the ready splash. */
  content: nullable(Content),
  /** What it shows instead, until `untilMs` (the backend's clock; null: until it is told otherwise). */
  override: nullable(
    Type.Object({ contentId: nullable(Uuid), url: nullable(PageUrl), untilMs: nullable(Type.Number()) }),
  ),
  settings: SignSettings,
  configVersion: Count,
});
export type Claim = Static<typeof Claim>;

const Ack = Type.Object({
  requestId: Uuid,
  answeredAtMs: Type.Number(),
  result: Type.Object({
    result: oneOf(['success', 'failure'] as const),
    reason: Type.Optional(oneOf(LOAD_FAILURE_REASONS)),
    detail: Type.Optional(Detail),
    loadMs: Type.Number({ minimum: 0 }),
  }),
});

const StoredDocument = Type.Object({
  version: Type.Literal(DOCUMENT_VERSION),
  identity: nullable(Identity),
  organizationId: nullable(Uuid),
  organizationName: nullable(Type.String()),
  eventId: nullable(Uuid),
  eventName: nullable(Type.String()),
  /** The last page that was proved and put on screen (promise K2); null while there was none. */
  currentUrl: nullable(PageUrl),
  claim: nullable(Claim),
  acks: Type.Array(Ack),
  /** Why the sign shows the QR screen, for the person in front of it. */
  notice: nullable(Type.String()),
});
export type StoredDocument = Static<typeof StoredDocument>;

const document = Compile(StoredDocument);
const identityPart = Compile(Type.Object({ identity: Identity }));

/** The part of the document that a claim brings and its end takes away (promise C3). */
export const UNCLAIMED = {
  organizationId: null,
  organizationName: null,
  eventId: null,
  eventName: null,
  currentUrl: null,
  claim: null,
} as const satisfies Partial<StoredDocument>;

export const EMPTY_DOCUMENT: StoredDocument = {
  version: DOCUMENT_VERSION,
  identity: null,
  ...UNCLAIMED,
  acks: [],
  notice: null,
};

/**
 * Reads what the store holds. A document that another version wrote, or that is not whole, keeps its identity where that part is
 * sound: with it the backend gives the claim back at the next register (promise C7), without it the sign would be a stranger.
 * `complaint` says what was wrong; null for a sound or an absent document.
 */
export function readStoredDocument(stored: unknown): { document: StoredDocument; complaint: string | null } {
  if (stored === null || stored === undefined) return { document: EMPTY_DOCUMENT, complaint: null };
  if (document.Check(stored) && (stored.claim === null) === (stored.organizationId === null)) {
    return { document: stored, complaint: null };
  }
  if (identityPart.Check(stored)) {
    return { document: { ...EMPTY_DOCUMENT, identity: stored.identity }, complaint: 'only the identity could be read' };
  }
  return { document: EMPTY_DOCUMENT, complaint: 'nothing in it could be read' };
}
