import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Command } from '@sign-display/contracts/rest/commands';
import type { ContentFetch } from '@sign-display/contracts/rest/telemetry';
import type { Duty } from '../plan/operator-actions-and-outcomes.ts';
import type { Fate } from '../faults/decide-link-faults.ts';
import type { KioskPlan, Told } from '../plan/plan-types.ts';

/** What was seen of one kiosk, in order. Checkers read it; nothing that acts in the run does. */

/** A message of the handshake, and what the network did to it. */
export interface WireRecord {
  atMs: number;
  event: string;
  fate: Fate | 'forged' | 'released';
  requestId: string | null;
  claimToken: string | null;
  result: 'success' | 'failure' | null;
  loadMs: number | null;
  replayed: boolean;
}

/** What stands on a simulated screen. */
export type ScreenContent =
  /** `qrText` null: the code is struck out and encodes nothing. `failure`: why the last claim came to nothing. */
  | { kind: 'qr'; qrText: string | null; shortCode: string; notice: string | null; failure: string | null }
  | { kind: 'claiming'; shortCode: string; step: 'loading' | 'proved' }
  | { kind: 'splash'; message: string | null }
  | { kind: 'page'; url: string };

/** The screens of a sign that nobody has claimed. */
export const isUnclaimedScreen = ({ kind }: ScreenContent): boolean => kind === 'qr' || kind === 'claiming';

export interface ScreenRecord {
  atMs: number;
  screen: ScreenContent;
}

/** What a start of the agent showed first, and whether it showed it without waiting for the backend (promise K2). */
export interface BootRecord {
  firstScreen: ScreenContent['kind'] | null;
  beforeRegister: boolean;
}

/** Heartbeats of one kiosk over all of its connections. */
export interface HeartbeatCount {
  sent: number;
  acked: number;
  /** Acks that answer no heartbeat, or one that was answered before. */
  unasked: number;
  /** Heartbeats without an answer when their connection or the run ended: at most one a connection, more are `lost`. */
  inFlight: number;
  lost: number;
}

export interface CommandAnswer {
  commandId: string;
  /** The refusal's code; null: the command was done. */
  code: string | null;
  delivered: boolean;
}

export interface SentBatch {
  entries: readonly { kind: string; at: string }[];
  sent: number;
  /** When it was acknowledged: monotonic; null: not yet. */
  ackedAtMs: number | null;
  /** How many of the last entries were acknowledged but not kept, because the sign had used up its bytes of the day (promise M5). */
  dropped: number;
}

/** What was seen of a duty, and the sign record that it was done with. */
export interface DutyRecord {
  duty: Duty;
  seen: string[];
  signRecordId: string | null;
}

export interface JudgedDuty extends DutyRecord {
  commands: readonly Command[];
  contentFetches: readonly ContentFetch[];
}

export interface KioskEvidence {
  plan: KioskPlan;
  /** What operators were told, in the form that the plan expects it in. */
  told: Told[];
  /** requestIds by the plan's labels. */
  requestIds: ReadonlyMap<string, string>;
  wire: readonly WireRecord[];
  screens: readonly ScreenRecord[];
  /** Page loads for claims by URL, as the kiosk counted them. */
  claimLoads: ReadonlyMap<string, number>;
  /** The same loads, as the content server counted them. */
  served: ReadonlyMap<string, number>;
  heartbeats: HeartbeatCount;
  /** The signIds the machine has had, oldest first. */
  signIds: readonly string[];
  /** The local store at the end. */
  document: unknown;
  /** Milliseconds from sign:claimed to the end of the QR screen, for each claim. */
  qrGoneMs: readonly number[];
  boots: readonly BootRecord[];
  /** The story was played to its end; false only in an interrupted run. */
  over: boolean;
  /** What ended the story: a wait in vain, or a broken connection to the backend. */
  stuck: readonly string[];
  duties: readonly JudgedDuty[];
  restarts: number;
  commandAnswers: readonly CommandAnswer[];
  batches: ReadonlyMap<string, SentBatch>;
  /** The agent's own warnings and errors, the last few. */
  warnings: readonly string[];
}

/** Everything that a run is judged by. */
export interface RunEvidence {
  kiosks: readonly KioskEvidence[];
  /** As the backend tells them, newest first. */
  attempts: readonly ClaimAttempt[];
  signs: readonly Sign[];
  /** When the backend's rows began to be read: monotonic. */
  readAtMs: number;
}
