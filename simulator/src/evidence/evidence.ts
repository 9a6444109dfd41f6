import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Command } from '@sign-display/contracts/rest/commands';
import type { ContentFetch } from '@sign-display/contracts/rest/telemetry';
import type { Duty } from '../plan/duties.ts';
import type { Fate } from '../faults/link-faults.ts';
import type { KioskPlan, Told } from '../plan/steps.ts';

/** What was seen of one kiosk, in the order in which it was seen. Checkers read it; nothing that decides does. */

/** A message of the handshake as it went over the wire, or did not. */
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
  /** `qrText` null: it is struck out, and encodes nothing. */
  | { kind: 'qr'; qrText: string | null; shortCode: string; notice: string | null }
  | { kind: 'splash'; message: string | null }
  | { kind: 'page'; url: string };

export interface ScreenRecord {
  atMs: number;
  screen: ScreenContent;
}

/** The first thing that a start of the agent put on screen, and whether it did so without waiting for the backend (promise K2). */
export interface BootRecord {
  firstScreen: ScreenContent['kind'] | null;
  beforeRegister: boolean;
}

/** Heartbeats of one kiosk over all of its connections. */
export interface HeartbeatCount {
  sent: number;
  acked: number;
  /** Acks that answer nothing, or a heartbeat that was answered before. */
  unasked: number;
  /** Unanswered when their connection ended or the run did; more than one a connection is a loss. */
  inFlight: number;
  lost: number;
}

export interface CommandAnswer {
  commandId: string;
  /** Null: done. */
  code: string | null;
  delivered: boolean;
}

export interface SentBatch {
  entries: readonly { kind: string; at: string }[];
  sent: number;
  /** Monotonic; null while it is not acknowledged. */
  ackedAtMs: number | null;
  /** So many of the last entries were acknowledged and not kept: the sign had sent its bytes of the day (promise M5). */
  dropped: number;
}

/** A duty as it went, and the sign record that it was done with. */
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
  /** What operators were told, in the form of the plan's expectation. */
  told: Told[];
  /** requestIds by the plan's labels. */
  requestIds: ReadonlyMap<string, string>;
  wire: readonly WireRecord[];
  screens: readonly ScreenRecord[];
  /** Page loads for claims, by URL. */
  claimLoads: ReadonlyMap<string, number>;
  /** The same as the content server counted them. */
  served: ReadonlyMap<string, number>;
  heartbeats: HeartbeatCount;
  /** The signIds the machine has had, oldest first. */
  signIds: readonly string[];
  /** The local store at the end. */
  document: unknown;
  /** Milliseconds from sign:claimed to the end of the QR screen, for each claim. */
  qrGoneMs: readonly number[];
  boots: readonly BootRecord[];
  /** The story was played to its end; false only where a run was interrupted. */
  over: boolean;
  /** What went otherwise than a story can go on with: a wait in vain, a broken connection to the backend. */
  stuck: readonly string[];
  duties: readonly JudgedDuty[];
  restarts: number;
  commandAnswers: readonly CommandAnswer[];
  batches: ReadonlyMap<string, SentBatch>;
  /** The agent's own warnings and errors, the last few. */
  warnings: readonly string[];
}

/** Everything that a run leaves behind to judge it by. */
export interface RunEvidence {
  kiosks: readonly KioskEvidence[];
  /** As the backend tells them, newest first. */
  attempts: readonly ClaimAttempt[];
  signs: readonly Sign[];
  /** When the backend's rows began to be read: monotonic. */
  readAtMs: number;
}
