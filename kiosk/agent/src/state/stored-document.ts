import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { KioskMode } from '@sign-display/contracts/kiosk-events';
import { LOAD_FAILURE_REASONS } from '@sign-display/contracts/error-codes';
import {
  Count,
  Detail,
  MacAddress,
  PageUrl,
  Secret,
  SettingsPatch,
  SignSettings,
  Uuid,
  UuidV4,
  nullable,
  oneOf,
} from '@sign-display/contracts/common-schemas';

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
  /** The address was made up when it was stored, so it never proves that the hardware is foreign. Absent: it was not known to be. */
  macMadeUp: Type.Optional(Type.Boolean()),
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
  /** Changed on the sign itself and not yet known to the backend (`sign:config_sync`). */
  unsynced: Type.Optional(nullable(SettingsPatch)),
});
export type Claim = Static<typeof Claim>;

const Ack = Type.Object({
  requestId: Uuid,
  answeredAtMs: Type.Number(),
  result: Type.Object({
    result: oneOf(['success', 'failure'] as const),
    reason: Type.Optional(oneOf(LOAD_FAILURE_REASONS)),
    detail: Type.Optional(Detail),
    httpStatus: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    loadMs: Type.Number({ minimum: 0 }),
  }),
});

/** What came of a command; null while it is under way. */
const CommandOutcome = Type.Union([
  Type.Object({ ok: Type.Literal(true) }),
  Type.Object({ ok: Type.Literal(false), code: Type.String({ minLength: 1, maxLength: 100 }), detail: Detail }),
]);
export type CommandOutcome = Static<typeof CommandOutcome>;

/** A command that came (promise K6). Times are the backend's. */
const CommandRecord = Type.Object({
  commandId: Uuid,
  kind: Type.String(),
  acceptedAtMs: Type.Number(),
  /** Until then it may come again. */
  keptUntilMs: Type.Number(),
  outcome: nullable(CommandOutcome),
  /** The backend has the outcome. */
  told: Type.Boolean(),
});
export type CommandRecord = Static<typeof CommandRecord>;

const StoredDocument = Type.Object({
  version: Type.Literal(DOCUMENT_VERSION),
  identity: nullable(Identity),
  /** The backend has taken this identity once, so its secret is the one that is bound to its signId. */
  registered: Type.Boolean(),
  organizationId: nullable(Uuid),
  organizationName: nullable(Type.String()),
  eventId: nullable(Uuid),
  eventName: nullable(Type.String()),
  /** The last page that was proved and put on screen (promise K2); null while there was none. */
  currentUrl: nullable(PageUrl),
  /** On which host the proved load of each page ended (promise K4), oldest first. */
  hosts: Type.Array(Type.Object({ url: PageUrl, host: Type.String() })),
  claim: nullable(Claim),
  /** `background`: the operator has hidden the sign, and it stays hidden through a reboot. */
  mode: KioskMode,
  acks: Type.Array(Ack),
  commands: Type.Array(CommandRecord),
  /** The backend's clock when it was last worth a note, and how far it was ahead of the sign's own. */
  clock: nullable(Type.Object({ serverMs: Type.Number(), aheadMs: Type.Number() })),
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
  hosts: [],
  claim: null,
  mode: 'foreground',
} as const satisfies Partial<StoredDocument>;

export const EMPTY_DOCUMENT: StoredDocument = {
  version: DOCUMENT_VERSION,
  identity: null,
  registered: false,
  ...UNCLAIMED,
  acks: [],
  commands: [],
  clock: null,
  notice: null,
};

/** A document that was written before these parts existed is whole without them. Whether its identity was registered it did not say: most were. */
function withLaterParts(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return stored;
  const { mode, commands, clock, hosts } = EMPTY_DOCUMENT;
  const registered = 'identity' in stored && stored.identity !== null;
  return { mode, commands, clock, hosts, registered, ...stored };
}

/**
 * Reads what the store holds. A document that another version wrote, or that is not whole, keeps its identity where that part is
 * sound: with it the backend gives the claim back at the next register (promise C7), without it the sign would be a stranger.
 * `complaint` says what was wrong; null for a sound or an absent document.
 */
export function readStoredDocument(stored: unknown): { document: StoredDocument; complaint: string | null } {
  if (stored === null || stored === undefined) return { document: EMPTY_DOCUMENT, complaint: null };
  const whole = withLaterParts(stored);
  if (document.Check(whole) && (whole.claim === null) === (whole.organizationId === null)) {
    return { document: whole, complaint: null };
  }
  if (identityPart.Check(stored)) {
    const { identity } = stored;
    const registered = !('registered' in stored) || stored.registered !== false;
    return { document: { ...EMPTY_DOCUMENT, identity, registered }, complaint: 'only the identity could be read' };
  }
  return { document: EMPTY_DOCUMENT, complaint: 'nothing in it could be read' };
}
