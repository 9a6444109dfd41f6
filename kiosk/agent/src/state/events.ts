import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { TimerName } from './effects.ts';
import type { FreshIdentity } from './identity-and-hardware-check.ts';
import type { CheckResult, FetchReport, Metrics, NetworkInterface, ProofResult, Screenshot } from '../ports.ts';
import type { LogLines, UpdateStatus } from './state.ts';

/** What happens to a sign. */
export type SignEvent =
  | { type: 'started' }
  | { type: 'store_read'; document: unknown; damaged: boolean }
  | { type: 'store_unreadable'; error: string }
  /** `fresh` is who the sign becomes if it is nobody yet. */
  | { type: 'interfaces_listed'; interfaces: readonly NetworkInterface[]; fresh: FreshIdentity }
  | { type: 'stored'; revision: number }
  | { type: 'opened'; connection: number }
  /** `fresh` is who the sign becomes if it gives up an identity that is another's: there with `identity_conflict` only. */
  | {
      type: 'refused';
      connection: number;
      code: ErrorCode | null;
      detail: string;
      reset: boolean;
      fresh: FreshIdentity | null;
    }
  | { type: 'lost'; connection: number; reason: string }
  /** Anything that arrived, unchecked. */
  | { type: 'received'; connection: number; event: string; payload: unknown }
  /** `reply` is unchecked; null: none came. */
  | { type: 'register_replied'; connection: number; reply: unknown }
  | { type: 'confirm_replied'; connection: number; requestId: string; confirmed: boolean }
  | { type: 'proved'; proof: number; result: ProofResult }
  /** The page in the hidden view leads to this host; null: to its URL's own. */
  | { type: 'proof_leads'; proof: number; host: string | null }
  | { type: 'checked'; check: number; result: CheckResult }
  /** The page on screen crashed, hung or turned into an error (promise K5). */
  | { type: 'page_failed'; url: string; code: string; detail: string }
  | { type: 'command_ran'; commandId: string; result: JobResult }
  /** `reply` is unchecked; null: none came. */
  | { type: 'logs_replied'; connection: number; commandId: string; reply: unknown }
  | { type: 'update_status'; status: UpdateStatus }
  | { type: 'fetched'; report: FetchReport }
  | { type: 'metrics_read'; metrics: Metrics }
  /** `blank` null: the shell can't tell. */
  | { type: 'view_sampled'; url: string; blank: boolean | null }
  | { type: 'outbox_read'; batches: readonly { id: string; document: unknown }[] }
  /** So many entries of the batch are on disk; `error`: they are not. */
  | { type: 'batch_written'; batchId: string; entries: number; error: string | null }
  | { type: 'batch_replied'; connection: number; batchId: string; reply: unknown }
  /** Somebody at the sign changed its settings; unchecked. */
  | { type: 'settings_changed'; patch: unknown }
  | { type: 'sync_replied'; connection: number; reply: unknown }
  /** Somebody at the sign gives its identity up; the code that they typed is this sign's. */
  | { type: 'released_by_hand' }
  /** `reply` is unchecked; null: none came. */
  | { type: 'release_replied'; connection: number; reply: unknown }
  | { type: 'timer'; timer: TimerName };

/** What a job brought; a shell's own code of failure where it has one. */
export type JobResult =
  | { ok: true; kind: 'reboot_device' | 'update' | 'set_background_mode' }
  | { ok: true; kind: 'fetch_logs'; lines: LogLines; truncated: boolean }
  | { ok: true; kind: 'screenshot'; screenshot: Screenshot }
  | { ok: false; code: string | null; detail: string };

/**
 * When something happens: wall-clock milliseconds since the epoch (may be wrong, may jump), monotonic milliseconds (for ages and
 * durations), and one number of chance, uniform in [0, 1), for whatever jitter the moment needs.
 */
export interface Moment {
  wallMs: number;
  monotonicMs: number;
  chance: number;
}
