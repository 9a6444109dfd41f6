import type { KioskEvent, KioskHandshake, KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { Batch } from './analytics-batch.ts';
import type { ClaimingScreen, IdentifyOverlay, QrScreen, Shell, SplashScreen } from '../ports.ts';
import type { MachineJob } from './state.ts';
import type { StoredDocument } from './stored-document.ts';

/** What the sign's mind asks of the machine. agent.ts has one executor for each, by type. */

export type TimerName =
  | 'read_store'
  | 'list_interfaces'
  | 'connect'
  | 'connect_deadline'
  | 'heartbeat'
  | 'confirm_claim'
  | 'attempt_over'
  | 'identify_over'
  | 'proof_deadline'
  | 'proof_release'
  | 'content_retry'
  | 'reachability'
  | 'reload'
  | 'override_end'
  | 'command_deadline'
  | 'batch_close'
  | 'batch_send'
  | 'resource'
  | 'sample_view'
  | 'config_sync';

/** A message that is only sent; the ones with an answer have effects of their own. */
export type PlainEvent = Exclude<
  KioskEvent,
  | 'sign:register'
  | 'heartbeat'
  | 'sign:link_ack'
  | 'sign:claim_confirmed'
  | 'sign:analytics'
  | 'sign:logs'
  | 'sign:config_sync'
  | 'sign:released'
>;
export type PlainMessage = { [Event in PlainEvent]: { event: Event; payload: KioskMessage<Event> } }[PlainEvent];

/** A batch as it is on disk. */
export type BatchDocument = Pick<Batch, 'batchId' | 'signRecordId' | 'entries'>;

export type Effect =
  /** No line from before it is kept or shown any more. */
  | { type: 'forget_logs' }
  /** `atMs`: the backend's time, as well as it is known. */
  | { type: 'log'; level: Parameters<Shell['log']>[0]; message: string; fields: Record<string, unknown>; atMs: number }
  /** Answered by `store_read` or `store_unreadable`. */
  | { type: 'read_store' }
  /** Answered by `interfaces_listed`. */
  | { type: 'list_interfaces' }
  /** Answered by `stored` once this revision, or a later one, would survive a power cut. */
  | { type: 'write_store'; revision: number; document: StoredDocument }
  /** Answered by `opened`, `refused`, `lost` and `received`, each with the same `connection`. */
  | { type: 'connect'; connection: number; handshake: KioskHandshake }
  | { type: 'close'; connection: number }
  /** Answered by `register_replied`. */
  | {
      type: 'register';
      connection: number;
      message: Omit<KioskMessage<'sign:register'>, 'device'>;
      timeoutMs: number;
    }
  | { type: 'send_heartbeat'; connection: number; message: Omit<KioskMessage<'heartbeat'>, 'metrics'> }
  | { type: 'send_link_ack'; connection: number; message: KioskMessage<'sign:link_ack'>; timeoutMs: number }
  /** Answered by `confirm_replied`. */
  | {
      type: 'send_claim_confirmed';
      connection: number;
      message: KioskMessage<'sign:claim_confirmed'>;
      timeoutMs: number;
    }
  | { type: 'send'; connection: number; message: PlainMessage }
  | { type: 'show_qr'; screen: QrScreen }
  | { type: 'show_claiming'; screen: ClaimingScreen }
  | { type: 'show_splash'; screen: SplashScreen }
  /** Over anything; null: no more. */
  | { type: 'identify'; overlay: IdentifyOverlay | null }
  /** Answered by `proved` with the same `proof`. */
  | { type: 'prove'; proof: number; url: string; timeoutMs: number }
  | { type: 'show_page'; url: string }
  | { type: 'discard_proof' }
  /** Answered by `checked` with the same `check`. */
  | { type: 'check_page'; check: number; url: string }
  | { type: 'apply_settings'; settings: SignSettings }
  /** Hides or shows the sign; the command that asks for it is a job. */
  | { type: 'set_background'; enabled: boolean }
  /** Answered by `command_ran`. */
  | { type: 'run_command'; commandId: string; job: MachineJob }
  /** Answered by `metrics_read`. */
  | { type: 'read_metrics' }
  /** Answered by `view_sampled`. */
  | { type: 'sample_view'; url: string }
  /** Answered by `outbox_read`. */
  | { type: 'read_outbox' }
  /** Answered by `batch_written`; of several writes of one batch that wait, only the newest is made. */
  | { type: 'write_batch'; batchId: string; document: BatchDocument }
  | { type: 'remove_batch'; batchId: string }
  /** Answered by `batch_replied`. */
  | { type: 'send_batch'; connection: number; message: KioskMessage<'sign:analytics'>; timeoutMs: number }
  /** Answered by `sync_replied`. */
  | { type: 'send_config_sync'; connection: number; message: KioskMessage<'sign:config_sync'>; timeoutMs: number }
  /** Answered by `release_replied`. */
  | { type: 'send_release'; connection: number; timeoutMs: number }
  /** Answered by `logs_replied`. */
  | { type: 'send_logs'; connection: number; message: KioskMessage<'sign:logs'>; timeoutMs: number }
  /** Replaces a timer of the same name. Answered by `timer`. */
  | { type: 'set_timer'; timer: TimerName; delayMs: number }
  | { type: 'cancel_timer'; timer: TimerName }
  /** The last effect there is: stop, and start the app afresh. */
  | { type: 'restart' };

export type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;
