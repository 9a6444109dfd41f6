import type {
  BackendEvent,
  DeviceInfo,
  KioskEvent,
  KioskHandshake,
  KioskMessage,
  KioskReply,
} from '@sign-display/contracts/kiosk-events';
import type { LoadFailureReason, ErrorCode } from '@sign-display/contracts/error-codes';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
export type { Cancel, Clock, Random } from '@sign-display/contracts/clock-and-random';

/**
 * All that the agent needs of the machine it runs on (promise K10). The Electron app and the simulator each bring their own
 * implementations; in virtual time the simulator brings seeded ones.
 */

/** One connection to the backend's `/kiosk` namespace. A new one is made for every attempt: when to try again is the agent's decision. */
export interface Connection {
  /** Sends without waiting. Silently nothing once the connection is lost. */
  send<Event extends KioskEvent>(event: Event, payload: KioskMessage<Event>): void;
  /** Sends and waits for the acknowledgement. Null if none came in `timeoutMs` or the connection was lost. */
  request<Event extends KioskEvent>(
    event: Event,
    payload: KioskMessage<Event>,
    timeoutMs: number,
  ): Promise<KioskReply<Event> | null>;
  /** Closes it for good; no handler is called afterwards. */
  close(): void;
}

export interface ConnectionHandlers {
  onOpen(): void;
  /**
   * It could not be opened: `code` is the backend's refusal, null if it was not reached at all. `reset`: the refusal says in so many words
   * (`reset: true`) that this identity is given up for good.
   */
  onRefused(code: ErrorCode | null, detail: string, reset?: boolean): void;
  onLost(reason: string): void;
  /** Whatever arrived, unchecked: the agent validates it. */
  onMessage(event: BackendEvent | (string & {}), payload: unknown): void;
}

export interface Transport {
  connect(handshake: KioskHandshake, handlers: ConnectionHandlers): Connection;
}

/**
 * The kiosk's local store: one document, replaced whole. `write` resolves once the document would survive a power cut (promise
 * K3: temporary file, fsync, rename). `read` gives null where nothing was ever stored, and `damaged: true` when a corrupt copy
 * was set aside on the way.
 */
export interface Store {
  read(): Promise<{ document: unknown; damaged: boolean }>;
  write(document: unknown): Promise<void>;
}

export interface NetworkInterface {
  name: string;
  /** Lower case, colon-separated. */
  macAddress: string;
  /** Has hardware of its own: no loopback, bridge, tunnel or container interface. Interfaces that are down count too. */
  physical: boolean;
  /** Plugged in from outside, like a USB adapter. Absent: built in, or not known. */
  removable?: boolean;
  /** The address is not the card's permanent one, so the next boot may bring another. Absent: only the address itself says so. */
  madeUp?: boolean;
  /** Link is up and it has an address. */
  connected: boolean;
}

export type ProofResult =
  /**
   * `host`: where the load ended, with its port; absent if the shell can't tell. `redirectHost`: where the server's
   * redirects ended, before a script or a refresh led on; absent if nothing led on. `detail`: "leads to HOST" if
   * `host` is not the URL's, and which resources did not answer.
   */
  | { ok: true; loadMs: number; httpStatus: number | null; host?: string; redirectHost?: string; detail?: string }
  /** `httpStatus` is absent without a response. */
  | { ok: false; loadMs: number; reason: LoadFailureReason; detail: string; httpStatus?: number };

export type CheckResult =
  /** `fingerprint` is equal exactly if the body is. `host`: where the server's redirects ended; a check runs no page. */
  | { ok: true; fingerprint: string; host?: string }
  /** `httpStatus` is absent without a response. */
  | { ok: false; detail: string; httpStatus?: number };

/**
 * The code of a page that leads to another host than the one on which its proved load ended (promise K4). The agent
 * reports such a page as `sign:content_unreachable`.
 */
export const LEADS_ELSEWHERE = 'content_unreachable';

/** One request that the shell made for the content, over the network or to its cache. */
export interface FetchReport {
  url: string;
  durationMs: number;
  /** HTTP status; null where no answer came. */
  status: number | null;
  bytes: number;
  fromCache: boolean;
  error: string | null;
}

export type Metrics = KioskMessage<'heartbeat'>['metrics'];

/**
 * Where batches of analytics wait for the backend: beside the store, each a list of records that only grows, because they are many and large, and
 * losing one costs no claim.
 */
export interface Outbox {
  /** All there are, oldest first. Of each the records that are whole; a power cut may have taken those whose `append` had not resolved. */
  read(): Promise<{ id: string; records: readonly unknown[] }[]>;
  /**
   * Adds to the list `id`, a UUID and so fit for a file's name; begins it where there is none. Resolves once the records would survive a power cut.
   * After a rejection they are given again, with newer ones behind them, and stand in the list once. What is on the disk is not written again.
   */
  append(id: string, records: readonly unknown[]): Promise<void>;
  remove(id: string): Promise<void>;
}

/** As `sign:logs` takes it. */
export type LogLine = KioskMessage<'sign:logs'>['lines'][number];

/**
 * The log on disk, so that whoever asks for it after a crash reads what led to it. Bounded by who implements it: the oldest lines give way. A power cut may cost the
 * newest few.
 */
export interface LogBook {
  /** Oldest first. */
  read(): Promise<readonly unknown[]>;
  /** Does not wait for the disk. */
  append(line: LogLine): void;
  /** Resolves once no line so far will ever be read again. */
  clear(): Promise<void>;
}

/** The screen as it was: a JPEG, no larger than the contract's `LIMITS.screenshotBytes`. */
export interface Screenshot {
  image: Uint8Array;
  width: number;
  height: number;
}

/** Why the sign shows the QR screen, in words for the person in front of it; null for a sign that was simply never claimed. */
export type QrNotice = string | null;

/** Why the backend lets the sign in to nobody's event: only a person can put that right. */
export type LastingRefusal = 'clone_quarantined' | 'identity_conflict';

/** The code of a sign that nobody has claimed. */
export interface QrScreen {
  /**
   * What the QR encodes. Null: no claim can work now (the sign is not registered with the backend), and the shell shows a struck-out QR that encodes
   * nothing, because a camera may read a real one through a bar.
   */
  qrText: string | null;
  /** Null: the sign has no identity yet, because this machine has no network card to stand for it. */
  shortCode: string | null;
  notice: QrNotice;
  /** The page to claim with, for who has no app: stands under the QR. Null where the backend has not said, or has none. */
  claimUrl: string | null;
  refusal: LastingRefusal | null;
  /** The last claim, where it failed a short while ago; `atMs` is the backend's clock, `detail` the words of whatever loaded the page. */
  failure: { atMs: number; url: string; reason: LoadFailureReason; detail: string } | null;
}

/** A claim is under way. It ends with the page or the splash where it succeeds, and with the QR screen where it does not. */
export interface ClaimingScreen {
  shortCode: string;
  /** What the sign will be called; null where the backend does not say. */
  signName: string | null;
  /** Null: the sign is claimed without a page. */
  url: string | null;
  /** The host where the page leads, as far as its load is; null if it is the URL's own. */
  leadsTo: string | null;
  /** `proved`: the backend has to commit it now. */
  step: 'loading' | 'proved';
  /** For how long the page may load, from the first time that this screen was asked for. */
  loadTimeoutMs: number;
}

/** Of a claimed sign without a page. */
export interface SplashScreen {
  eventName: string | null;
  signName: string;
  location: string;
  /** The setting `idleMessage`. */
  message: string | null;
}

/** The sign's code, large, over whatever is on screen (promise K12). Times are of the machine's own wall clock, `Clock.now()`. */
export interface IdentifyOverlay {
  shortCode: string;
  /** The code blinks once a second, counted from here, in step with the phone that asked for it. May lie some time back or ahead. */
  startsAtMs: number;
  /** When the agent will take it away, if nobody moves the clock: to be shown, not to be obeyed. */
  untilMs: number;
}

/** What the screen can be asked to show. The agent decides, the shell obeys. */
export interface Shell {
  device(): DeviceInfo;
  networkInterfaces(): Promise<NetworkInterface[]>;
  /**
   * The hardware address of sign `signId` on a machine that can't read its network cards (a browser tab). A new
   * identity uses it instead of a card's address; `networkInterfaces` then lists none, so the hardware never counts as
   * foreign.
   */
  macAddressOf?(signId: string): string;
  showQr(screen: QrScreen): void;
  /** In place of the QR screen; again with each step. */
  showClaiming(screen: ClaimingScreen): void;
  /** The ready splash. */
  showSplash(screen: SplashScreen): void;
  /**
   * Puts the code over anything, also over a sign that is in the background, or takes it away (null). What is below stays loaded, goes on running, and is
   * swapped below it. Another overlay replaces the one that is up. A restart ends it.
   */
  identify(overlay: IdentifyOverlay | null): void;
  /**
   * Loads `url` in a hidden view, without touching what is on screen (promise K4). Resolves within `timeoutMs` with
   * `sign_timeout` at the latest. The proved view is kept until `show` or `discardProof`. There is one hidden view: `discardProof`
   * also gives up a page that is still loading, and the agent always calls it before the next `prove`. What a page that was
   * given up still answers is ignored. While it loads, `leadsTo` is called with the host where the load is, with its port; null: the URL's own host.
   */
  prove(url: string, timeoutMs: number, leadsTo: (host: string | null) => void): Promise<ProofResult>;
  /** Puts the proved view on screen. `url` is always the one that was proved last: the agent never shows a page unproved. */
  show(url: string): void;
  discardProof(): void;
  /** Asks whether the page at `url` answers, without rendering it. */
  check(url: string): Promise<CheckResult>;
  applySettings(settings: SignSettings): void;
  /** The numbers of a heartbeat. */
  metrics(): Metrics;
  /** Whether the page on screen is of one colour (promise K9), whatever is over it; null where that can't be told. */
  sampleView(): Promise<boolean | null>;
  /** Starts the app afresh: the agent stops first and expects not to come back. */
  restart(): void;
  /*
   * What commands ask for. A rejection is told to who sent the command: its message, and its `code` where it has one in lower case
   * and underscores (`not_supported`).
   */
  /** Restarts the whole machine; resolves once that is under way. */
  rebootDevice(): Promise<void>;
  /** Hides the sign from the screen, or shows it again. */
  setBackgroundMode(enabled: boolean): Promise<void>;
  /** Looks for an update; resolves when that is known. How it goes on is told by `Agent.updateStatus`. */
  checkForUpdate(): Promise<void>;
  /** What is on screen now, at most `maxWidth` pixels wide. */
  captureScreen(maxWidth: number): Promise<Screenshot>;
  /** Something an engineer would want to read. Never called with a secret. */
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
}
