import { Type, type Static, type TSchema } from 'typebox';
import { LOAD_FAILURE_REASONS, type ErrorCode } from './error-codes.ts';
import { LIMITS } from './limits.ts';
import {
  Count,
  Detail,
  MacAddress,
  Milliseconds,
  OpenSettingsPatch,
  OpenSignSettings,
  PageUrl,
  Screen,
  Secret,
  ShortCode,
  Timestamp,
  Uuid,
  UuidV4,
  line,
  nullable,
  oneOf,
  text,
} from './common-schemas.ts';

/**
 * The message channel between a kiosk and the backend (contract, sections 4.1 and 4.2; interface specification, section 6).
 * Unknown fields are ignored on the socket: older and newer kiosks meet the same backend.
 */

export { KIOSK_NAMESPACE } from './namespaces.ts';

const Name = text(200);

/** What a kiosk says of itself before the connection exists (Socket.IO handshake `auth`). */
export const KioskHandshake = Type.Object({
  /** Also as a text: not every client's language keeps them apart. */
  protocol: Type.Union([Type.Integer(), Type.Literal('1')]),
  signId: UuidV4,
  deviceSecret: Secret,
  bootId: UuidV4,
  macAddress: MacAddress,
  appVersion: line(100, 1),
});
export type KioskHandshake = Static<typeof KioskHandshake>;

export const KioskState = oneOf(['unclaimed', 'idle', 'showing'] as const);
export type KioskState = Static<typeof KioskState>;
export const ContentState = oneOf(['idle', 'loading', 'showing', 'unreachable', 'error'] as const);
export type ContentState = Static<typeof ContentState>;
export const KioskMode = oneOf(['foreground', 'background'] as const);
export type KioskMode = Static<typeof KioskMode>;

export const UpdateState = oneOf([
  'checking',
  'none',
  'available',
  'downloading',
  'ready',
  'installing',
  'failed',
] as const);
export type UpdateState = Static<typeof UpdateState>;

export const DeviceInfo = Type.Object({
  appVersion: line(100, 1),
  platform: line(100),
  osRelease: line(200),
  arch: line(100),
  hostname: line(255),
  screen: Screen,
  timeZone: line(100),
});
export type DeviceInfo = Static<typeof DeviceInfo>;

const Register = Type.Object({
  signId: UuidV4,
  shortCode: ShortCode,
  macAddress: MacAddress,
  bootId: UuidV4,
  state: KioskState,
  currentUrl: nullable(PageUrl),
  organizationId: nullable(Uuid),
  eventId: nullable(Uuid),
  configVersion: Count,
  device: DeviceInfo,
});

const Heartbeat = Type.Object({
  seq: Count,
  status: oneOf(['unclaimed', 'idle', 'showing', 'error'] as const),
  mode: KioskMode,
  metrics: Type.Object({
    cpuLoad: Type.Number({ minimum: 0, maximum: 1 }),
    memUsedBytes: Count,
    memTotalBytes: Count,
    uptimeSeconds: Type.Number({ minimum: 0, maximum: 1e10 }),
    temperatureCelsius: Type.Optional(Type.Number({ minimum: -100, maximum: 300 })),
    eventLoopLagMs: Type.Optional(Milliseconds),
  }),
  contentState: ContentState,
  /**
   * Whether the page is up and the screen is one colour (promise K9), beside the state of the content. Null: not known now. Absent: this kiosk says
   * nothing of its screen (an older one has `error` and a report with the code `blank` for it).
   */
  blank: Type.Optional(nullable(Type.Boolean())),
});

const HttpStatus = Type.Integer({ minimum: 100, maximum: 599 });

const LinkAck = Type.Object({
  requestId: Uuid,
  claimToken: Secret,
  result: oneOf(['success', 'failure'] as const),
  reason: Type.Optional(oneOf(LOAD_FAILURE_REASONS)),
  detail: Type.Optional(Detail),
  /** The status of the page's last response; absent without a response, and from kiosks that do not report it. */
  httpStatus: Type.Optional(HttpStatus),
  loadMs: Milliseconds,
  replayed: Type.Boolean(),
});

const ContentFailure = Type.Object({
  url: PageUrl,
  detail: Type.Optional(Detail),
  /** Of the page's last response; absent without one. */
  httpStatus: Type.Optional(HttpStatus),
  since: Timestamp,
  at: Timestamp,
});
/** Of any kind, also one that this version does not know (it is kept as it is); the known ones are in analytics.ts. */
const AnalyticsEntry = Type.Object({ kind: line(50, 1), at: Timestamp }, { additionalProperties: true });

/** Every message a kiosk may send, by event name. */
export const KioskToBackend = {
  'sign:register': Register,
  heartbeat: Heartbeat,
  'sign:command_ack': Type.Object({ commandId: Uuid, result: Type.Optional(Type.Unknown()) }),
  'sign:command_error': Type.Object({
    commandId: Uuid,
    code: line(100, 1),
    detail: Detail,
  }),
  'sign:link_ack': LinkAck,
  'sign:content_displayed': Type.Object({
    url: PageUrl,
    contentId: nullable(Uuid),
    loadMs: Milliseconds,
    httpStatus: nullable(HttpStatus),
    at: Timestamp,
    /** Where the page leads, and which of its resources did not answer. */
    detail: Type.Optional(Detail),
  }),
  'sign:content_error': Type.Object({
    url: PageUrl,
    contentId: nullable(Uuid),
    code: line(100, 1),
    detail: Detail,
    at: Timestamp,
  }),
  'sign:content_unreachable': ContentFailure,
  'sign:content_recovered': ContentFailure,
  'sign:analytics': Type.Object({ batchId: Uuid, entries: Type.Array(AnalyticsEntry, { maxItems: 1_000 }) }),
  'sign:logs': Type.Object({
    commandId: Uuid,
    lines: Type.Array(Type.Object({ at: Timestamp, level: line(20), message: text(4_000) }), {
      maxItems: 5_000,
    }),
    truncated: Type.Boolean(),
  }),
  'sign:update_status': Type.Object({
    state: UpdateState,
    version: Type.Optional(line(100)),
    percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    detail: Type.Optional(Detail),
  }),
  'sign:claim_confirmed': Type.Object({ signRecordId: Uuid, requestId: Uuid }),
  'sign:status': Type.Object({ state: line(100, 1), detail: Type.Optional(Detail) }),
  /** A person at the machine has given up its identity (promise K13). */
  'sign:released': Type.Object({}),
  'sign:config_sync': Type.Object({ baseVersion: Count, patch: OpenSettingsPatch }),
  /**
   * A sign in a browser tab asks whether the page at `url` loads in a frame (details 100), because the tab itself can't
   * see that. `url` is the current or assigned page of the device, or the page of its pending claim.
   */
  'sign:frame_check': Type.Object({ url: PageUrl }),
} as const satisfies Record<string, TSchema>;

/**
 * The reply to `sign:frame_check`. It arrives within `LIMITS.frameCheckMs` after the check starts; a device's second
 * check waits for its first. `reason` is null exactly if `framable` is true: a browser shows the response as a page, and
 * the page lets this service frame it.
 */
export const FrameCheck = Type.Object({
  ok: Type.Literal(true),
  framable: Type.Boolean(),
  /** The status of the last response; null without a response. */
  httpStatus: nullable(HttpStatus),
  /** Equal exactly if the beginning of the body is. Null if the page is not framable. */
  fingerprint: nullable(line(64, 1)),
  /** Where the redirects of a framable page end, with the port. An older backend says nothing. */
  host: Type.Optional(line(300)),
  reason: nullable(oneOf(LOAD_FAILURE_REASONS)),
  /** Plain words for the person in front of the sign; empty if the page is framable. */
  detail: Detail,
});
export type FrameCheck = Static<typeof FrameCheck>;

/**
 * The `result` of a screenshot's `sign:command_ack` (contract, 3.1). `image` is a JPEG as a binary attachment (a Uint8Array; in Node
 * a Buffer), which no JSON Schema sees: the backend checks its type, its first bytes and its size (`LIMITS.screenshotBytes`).
 */
export const ScreenshotResult = Type.Object({
  capturedAt: Timestamp,
  width: Type.Integer({ minimum: 1, maximum: 100_000 }),
  height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  image: Type.Unknown(),
});
export type ScreenshotResult = Static<typeof ScreenshotResult>;

export type KioskEvent = keyof typeof KioskToBackend;
export type KioskMessage<Event extends KioskEvent> = Static<(typeof KioskToBackend)[Event]>;

/** What the backend answers to a message that asks for an acknowledgement. */
export type SocketError = { code: ErrorCode; detail: string; retryAfterMs?: number };
export type SocketRefusal = { ok: false; error: SocketError };
export interface KioskReplies {
  'sign:register': { ok: true; heartbeatIntervalMs: number; serverTimeMs: number; registered: true };
  'sign:link_ack': { ok: true };
  'sign:claim_confirmed': { ok: true };
  /** `dropped`: so many entries, the last ones, are not kept: the device had sent its bytes of the day. */
  'sign:analytics': { ok: true; dropped?: number };
  'sign:logs': { ok: true };
  'sign:released': { ok: true };
  'sign:config_sync': { ok: true; configVersion: number };
  'sign:frame_check': FrameCheck;
}
export type KioskReply<Event extends KioskEvent> = Event extends keyof KioskReplies
  ? KioskReplies[Event] | SocketRefusal
  : never;

const Content = nullable(Type.Object({ contentId: Uuid, url: PageUrl }));
/**
 * Where `content` is right now only for a time (a schedule's occurrence, a manual override): when that ends, null for an override that ends
 * when it is told to, and what the sign goes back to by itself if it is not connected then. Absent where `content` is what was assigned.
 */
const temporarily = { until: Type.Optional(nullable(Timestamp)), assigned: Type.Optional(Content) };
const Organization = Type.Object({ id: Uuid, name: Name });
const Event = Type.Object({ id: Uuid, name: Name, timeZone: text(100) });
const SignSummary = Type.Object({ id: Uuid, name: Name, location: Name });
/** The end of the year 9999, in milliseconds since 1970: a later time has no `Timestamp`. */
const LATEST_MS = 253_402_300_799_999;
const Command = Type.Object({ commandId: Uuid, expiresAt: Timestamp });
const withCommand = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object({ commandId: Uuid, expiresAt: Timestamp, ...properties });

/** Every message the backend may send to a kiosk, by event name. */
export const BackendToKiosk = {
  'sign:config': Type.Object({
    configVersion: Count,
    claimed: Type.Boolean(),
    organization: nullable(Organization),
    event: nullable(Event),
    sign: nullable(SignSummary),
    content: Content,
    ...temporarily,
    settings: OpenSignSettings,
    limits: Type.Object({
      heartbeatIntervalMs: Type.Integer({ minimum: 1 }),
      loadTimeoutMs: Type.Integer({ minimum: 1 }),
      reachabilityIntervalMs: Type.Integer({ minimum: 1 }),
    }),
    /** Where a phone finds the page to claim with; null where nobody but this machine would. An older backend says nothing. */
    claimUrl: Type.Optional(nullable(PageUrl)),
  }),
  'sign:claimed': Type.Object({
    requestId: Uuid,
    signRecordId: Uuid,
    organization: Organization,
    event: Event,
    sign: SignSummary,
    content: Content,
    ...temporarily,
    settings: OpenSignSettings,
    configVersion: Count,
  }),
  'sign:apply_link': Type.Object({
    requestId: Uuid,
    claimToken: Secret,
    url: nullable(PageUrl),
    loadTimeoutMs: Type.Integer({ minimum: 1 }),
    expiresAt: Timestamp,
    /** What the sign will be called. An older backend says nothing. */
    name: Type.Optional(Name),
  }),
  'sign:display_content': Type.Object({
    commandId: Type.Optional(Uuid),
    contentId: nullable(Uuid),
    url: nullable(PageUrl),
    source: oneOf(['assigned', 'schedule', 'manual'] as const),
    until: Type.Optional(Timestamp),
  }),
  'sign:settings_update': Type.Object({ commandId: Uuid, configVersion: Count, patch: OpenSettingsPatch }),
  'sign:refresh': Command,
  'sign:reboot': Command,
  'sign:reboot_device': Command,
  'sign:update': Command,
  'sign:set_background_mode': withCommand({ enabled: Type.Boolean() }),
  'sign:fetch_logs': withCommand({
    limit: Type.Integer({ minimum: 1, maximum: 5_000 }),
    since: Type.Optional(Timestamp),
  }),
  'sign:screenshot': withCommand({ maxWidth: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
  /** With a commandId it is a command, and acked; without, it is for an unclaimed sign. `seconds: 0` ends what is shown. */
  'sign:identify': Type.Object({
    commandId: Type.Optional(Uuid),
    expiresAt: Timestamp,
    seconds: Type.Integer({ minimum: 0, maximum: LIMITS.identifySecondsMost }),
    /** The backend's clock: the code blinks once a second, counted from here. */
    startsAtMs: Type.Number({ minimum: 0, maximum: LATEST_MS }),
  }),
  'sign:unregistered': Type.Object({ reason: text(500) }),
  'sign:deleted': Type.Object({ reason: text(500) }),
  'heartbeat:ack': Type.Object({ seq: Count, serverTimeMs: Type.Number() }),
  'kiosk:error': Type.Object({
    code: text(100),
    detail: Detail,
    event: Type.Optional(text(200)),
    retryAfterMs: Type.Optional(Milliseconds),
  }),
  'server:reconnect': Type.Object({ afterMs: Type.Number({ minimum: 0, maximum: 600_000 }) }),
} as const satisfies Record<string, TSchema>;

export type BackendEvent = keyof typeof BackendToKiosk;
export type BackendMessage<Event extends BackendEvent> = Static<(typeof BackendToKiosk)[Event]>;

/** A result of the handshake, sent by `sign:link_ack` and stored in the kiosk's ack cache (promise C5). */
export type LinkResult = Pick<KioskMessage<'sign:link_ack'>, 'result' | 'reason' | 'detail' | 'httpStatus' | 'loadMs'>;
