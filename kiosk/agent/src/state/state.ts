import type { KioskMessage, LinkResult, ScreenshotResult } from '@sign-display/contracts/kiosk-events';
import type { AgentLimits } from '../limits.ts';
import type { ClaimingScreen, IdentifyOverlay, ProofResult, QrScreen, SplashScreen } from '../ports.ts';
import type { SettingsPatch } from '@sign-display/contracts/common-schemas';
import { EMPTY_OUTBOX, type Outbox } from './analytics-batch.ts';
import { UNWATCHED, type ViewWatch } from './blank-watch-state.ts';
import { REACHABLE, type Reachability } from './page-reachability.ts';
import { EMPTY_DOCUMENT, type Content, type StoredDocument } from './stored-document.ts';

/**
 * All that a sign knows. Values inside are never changed in place: a step makes a new state from the old one.
 *
 * Invariants (checked by sign-transition.test.ts after every event): without a claim there is no organization, event or URL and the
 * screen is the QR; a page is shown only after its proof; one proof at a time; nothing is answered before it is stored.
 */
export interface SignState {
  readonly bootId: string;
  readonly appVersion: string;
  /** The agent's own, with the backend's values from register and config. */
  limits: AgentLimits;
  /** `awaiting_interface`: first boot of a machine that has no network interface yet. `ended`: a restart was asked for. */
  phase: 'booting' | 'awaiting_interface' | 'running' | 'ended';
  /** Monotonic. */
  bootedAtMs: number;
  storeReadFailures: number;
  /** As it should be on disk; `revision` counts its changes. */
  stored: StoredDocument;
  revision: number;
  /** Of the newest document known to be on disk. */
  durableRevision: number;
  /** What waits until that revision is on disk. */
  onceStored: readonly { revision: number; what: OnceStored }[];
  connection: ConnectionState;
  heartbeat: { phase: number; seq: number; ackedSeq: number };
  /** The backend's clock when it was last seen; kiosk clocks may be wrong by years. */
  serverClock: { serverMs: number; monotonicMs: number } | null;
  screen: Screen;
  /** Over the screen, whatever that is. */
  identify: IdentifyOverlay | null;
  /** The backend's page to claim with, since it was heard. */
  claimUrl: string | null;
  proof: Proof | null;
  proofsStarted: number;
  /** The claim that is being tried, or was tried last, since its first `sign:apply_link`; null where it ended in a claim. */
  attempt: LinkAttempt | null;
  content: ContentState;
  reachability: Reachability;
  checksStarted: number;
  /** A check whose answer is still awaited. */
  checking: number | null;
  /** Content reports that found no connection; stamped when sent. */
  unsent: readonly Report[];
  view: ViewWatch;
  outbox: Outbox;
  /** Commands that the shell is doing now. */
  running: readonly { commandId: string; job: MachineJob; deadlineMs: number }[];
  /** Log lines on their way to the backend, command by command. */
  logDeliveries: readonly LogDelivery[];
  /** The newest screenshot until the backend has it: too large for the disk. */
  shot: { commandId: string; result: ScreenshotResult } | null;
  /** What was last told of an update, and what could not be told. */
  updateTold: UpdateStatus | null;
  unsentUpdate: UpdateStatus | null;
}

export type OnceStored =
  | { kind: 'connect' }
  | { kind: 'restart' }
  | { kind: 'answer_link'; requestId: string }
  | { kind: 'confirm_claim'; signRecordId: string; requestId: string }
  | { kind: 'run_command'; commandId: string; job: Job; expiresAtMs: number }
  | { kind: 'answer_command'; commandId: string };

export type UpdateStatus = KioskMessage<'sign:update_status'>;
export type LogLines = KioskMessage<'sign:logs'>['lines'];

/** What a command has the sign do. */
export type Job =
  { kind: 'refresh' } | { kind: 'reboot' } | { kind: 'identify'; seconds: number; startsAtMs: number } | MachineJob;
/** What the mind cannot do itself. */
export type MachineJob =
  | { kind: 'reboot_device' }
  | { kind: 'update' }
  | { kind: 'set_background_mode'; enabled: boolean }
  | { kind: 'fetch_logs'; limit: number; sinceMs: number | null }
  | { kind: 'screenshot'; maxWidth: number };

export interface LogDelivery {
  commandId: string;
  /** In messages that fit the wire; the first is on its way while connected. */
  pieces: readonly LogLines[];
  truncated: boolean;
}

export interface ConnectionState {
  /** `down` waits for the timer `connect`, or for the identity to be stored. */
  phase: 'down' | 'connecting' | 'registering' | 'registered';
  /** Counts connections; what an older one still says is ignored. */
  id: number;
  /** Monotonic, of the last change of phase. */
  sinceMs: number;
  /** Retries since the last stable connection. */
  attempts: number;
  /** Monotonic, of the next attempt to connect; null while there is a connection, or one is being made. */
  retryAtMs: number | null;
  /** The backend asked not to come back before (monotonic). */
  notBeforeMs: number;
  /** Of the last refusal, for whoever looks at the sign. */
  refusal: string | null;
  /** The newest configVersion heard on this connection; an older config on the same one has been overtaken. */
  versionHeard: number;
  /** What arrived between the register and its reply: the two may come in one packet. */
  early: readonly { event: string; payload: unknown }[];
  /** Settings that are being told on this connection. */
  syncing: SettingsPatch | null;
  /** Commands answered on this connection, and the heartbeat before each answer: when a later one is acked, the answer has arrived. */
  answered: readonly { commandId: string; afterSeq: number; atMs: number }[];
  /** Somebody at the sign gives its identity up: the backend was told, and its answer is awaited (promise K13). */
  releasing: boolean;
  /** Awaiting the backend's word that it knows of our word. */
  unconfirmed: { signRecordId: string; requestId: string } | null;
}

export type Screen =
  | { kind: 'none' }
  | ({ kind: 'qr' } & QrScreen)
  | ({ kind: 'claiming' } & ClaimingScreen)
  | ({ kind: 'splash' } & SplashScreen)
  /** `redirectHost` is that of its proof. */
  | { kind: 'page'; url: string; redirectHost?: string };

/** A page in the hidden view: being loaded, or loaded and ready to be shown. */
export interface Proof {
  id: number;
  /** `link`: for an attempt. `content`: the wanted page. `last`: the last good one, while the wanted one fails after a boot. */
  purpose: 'link' | 'content' | 'last';
  url: string;
  /** The host where it leads, as far as its load is; null if that is the URL's own, or not known. */
  leadsTo: string | null;
  proved: Omit<Extract<ProofResult, { ok: true }>, 'ok'> | null;
}

export interface LinkAttempt {
  requestId: string;
  /** Of the newest `sign:apply_link` with this requestId. */
  claimToken: string;
  signName: string | null;
  url: string | null;
  loadTimeoutMs: number;
  expiresAtMs: number;
  phase: 'proving' | 'storing' | 'answered';
  /** Null while the page is proved. `atMs` is the backend's clock. */
  answer: { atMs: number; result: LinkResult } | null;
}

export interface ContentState {
  /** What should be on screen now; null: the splash, or no claim. */
  wanted: Content | null;
  /** Failed proofs and crashes since it was last found well, and the last one's code; null once a proof succeeded. */
  failures: number;
  failure: string | null;
  /** It is on screen, but has to be loaded afresh. */
  reload: boolean;
  /** Waiting for the timer `content_retry`. */
  retrying: boolean;
  /** The command that is done when the wanted page is on screen. */
  commandId: string | null;
}

/** `at` and `since` are monotonic until the message is sent: only then the backend's clock is known for certain. */
export type Report =
  | {
      event: 'sign:content_displayed';
      url: string;
      contentId: string | null;
      loadMs: number;
      httpStatus: number | null;
      detail?: string;
      atMs: number;
    }
  | { event: 'sign:content_error'; url: string; contentId: string | null; code: string; detail: string; atMs: number }
  | {
      event: 'sign:content_unreachable' | 'sign:content_recovered';
      url: string;
      detail?: string;
      httpStatus?: number;
      sinceMs: number;
      atMs: number;
    }
  | { event: 'sign:status'; state: string; detail: string };

export const NO_CONTENT: ContentState = {
  wanted: null,
  failures: 0,
  failure: null,
  reload: false,
  retrying: false,
  commandId: null,
};

export interface SignOptions {
  bootId: string;
  appVersion: string;
  limits: AgentLimits;
  /** Of the heartbeat: in [0, 1), drawn once per start. */
  heartbeatPhase: number;
}

/** A sign before its first event, `started`. */
export function initialState({ bootId, appVersion, limits, heartbeatPhase }: SignOptions): SignState {
  return {
    bootId,
    appVersion,
    limits,
    phase: 'booting',
    bootedAtMs: 0,
    storeReadFailures: 0,
    stored: EMPTY_DOCUMENT,
    revision: 0,
    durableRevision: 0,
    onceStored: [],
    connection: {
      phase: 'down',
      id: 0,
      sinceMs: 0,
      attempts: 0,
      retryAtMs: null,
      notBeforeMs: 0,
      refusal: null,
      versionHeard: 0,
      early: [],
      syncing: null,
      answered: [],
      releasing: false,
      unconfirmed: null,
    },
    heartbeat: { phase: heartbeatPhase, seq: 0, ackedSeq: 0 },
    serverClock: null,
    screen: { kind: 'none' },
    identify: null,
    claimUrl: null,
    proof: null,
    proofsStarted: 0,
    attempt: null,
    content: NO_CONTENT,
    reachability: REACHABLE,
    checksStarted: 0,
    checking: null,
    unsent: [],
    view: UNWATCHED,
    outbox: EMPTY_OUTBOX,
    running: [],
    logDeliveries: [],
    shot: null,
    updateTold: null,
    unsentUpdate: null,
  };
}
