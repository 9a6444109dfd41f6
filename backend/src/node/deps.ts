import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { WarmUpReason } from '@sign-display/contracts/backend-warm-up';
import type { CommandName, CommandState } from '@sign-display/contracts/rest/commands';
import type { Quotas } from '../access/check-quotas.ts';
import type { ClaimSettings } from '../claims/claims-service.ts';
import type { Rooms } from '../cluster/node-messaging.ts';
import type { NodeFigures } from '../cluster/tables.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { CheckFrame } from '../frames/frame-check.ts';
import type { ReportsObserver } from '../kiosks/kiosk-reports.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { RecurrenceThinker } from '../recurrence/recurrence-questions.ts';
import type { KioskLimits } from '../signs/build-sign-config.ts';
import type { Boundary } from '../sockets/error-boundary.ts';

/** A node without HTTP: what signs and claims need, and the kiosks' channel. `app.ts` puts REST, background work and a drain around it. */
export interface NodeDeps extends ServiceDeps {
  log: Logger;
  boundary: Boundary;
  /** What reaches the other nodes. */
  rooms: Rooms;
  /** Computes what the rules of schedules give. */
  thinker: RecurrenceThinker;
  settings: ClaimSettings;
  kioskLimits: KioskLimits;
  /** The page to claim signs with, as a phone reaches it; null: none can. Asked when it is needed. */
  claimUrl(): string | null;
  /** Asks a page whether it loads in a frame. */
  checkFrame: CheckFrame;
  offlineAfterMs: number;
  warmUpMs: number;
  /** How many new signIds one address may bring at once. */
  newKiosksPerAddress: number;
  /** How long what signs tell of themselves is kept, in days. */
  retention: { contentFetch: number; analyticsEntry: number; signMetric: number; screenshot: number };
  /** What one device may make us keep on one day (UTC). */
  deviceBytesPerDay: number;
  /** Of an organization; none where it is absent. */
  quotas?: Quotas;
  /** What the node reports of itself to the system page; nothing where it is absent. */
  figures?: () => NodeFigures;
  /** For tests. */
  kioskStorm?: typeof KIOSK_STORM;
  observe: ReportsObserver & {
    /** `durationMs` null: it was refused before there was an attempt. */
    claim(outcome: 'committed' | ErrorCode, durationMs: number | null, loadMs: number | null): void;
    warmUp(reason: WarmUpReason): void;
    command(command: CommandName, state: CommandState): void;
    connections(count: number): void;
    refused(code: ErrorCode): void;
  };
}

/**
 * How much of a fleet that comes at once is dealt with together. Each kind of their reads and writes is batched (db/combine-queries.ts) and takes one or two of
 * the pool's 20 connections; the rest is for people. As many handshakes wait as a large fleet has signs: to let one wait costs less than to refuse it and
 * to take its connection again. But none waits longer than `waitMostMs`, a third of what a kiosk waits for: by then the node does not keep up.
 * A query of each kind begins every `paceMs` at most: of 5,000 that come at once it is then for many, not for two (docs/performance.md). So a kiosk that
 * registers may have its place for five paces, and 400 places let in 1,600 a second: more than the node can.
 */
export const KIOSK_STORM = {
  handshakes: { atOnce: 200, mostWaiting: 10_000, waitMostMs: 10_000 },
  registrations: { atOnce: 400 },
  paceMs: 50,
};
