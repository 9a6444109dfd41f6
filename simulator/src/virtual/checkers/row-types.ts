import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';

/** The columns that checkers read, as `world.records` has them. Times are the wall clocks of nodes. */

export interface ClaimRow {
  id: string;
  kind: 'claim' | 'link' | 'replace';
  state: 'pending' | 'awaiting_ack' | 'committed' | 'failed' | 'expired' | 'cancelled';
  sign_record_id: string;
  device_sign_id: string;
  short_code: string;
  operator_id: string;
  expires_at: Date;
  request_id: string | null;
  organization_id: string | null;
  event_id: string | null;
  name: string | null;
  location: string | null;
  url: string | null;
  handshake: 'acknowledged' | 'legacy' | null;
  submitted_at: Date | null;
  claim_token: string | null;
  deadline_at: Date | null;
  settled_at: Date | null;
  outcome: string | null;
  reason: string | null;
  detail: string | null;
  response: unknown;
}

export interface SignRow {
  id: string;
  organization_id: string;
  event_id: string;
  name: string;
  location: string;
  url: string | null;
  content_id: string | null;
  settings: Record<string, unknown>;
  device_sign_id: string | null;
  mac_address: string | null;
  short_code: string | null;
  app_version: string | null;
  platform: string | null;
  screen: unknown;
  claim_request_id: string | null;
  claim_confirmed_at: Date | null;
  config_version: number;
  version: number;
  presence: 'online' | 'offline' | null;
  last_seen_at: Date | null;
  content_state: string | null;
  blank: boolean | null;
  restarting_until: Date | null;
  acknowledged: { by: { id: string }; at: string; note: string | null } | null;
  unstable_until: Date | null;
  screenshot_at: Date | null;
  shown_url: string | null;
  shown_source: 'schedule' | 'manual' | null;
  shown_until: Date | null;
  created_at: Date;
}

export interface HistoryRow {
  at: Date;
  kind: string;
  sign_record_id: string;
  actor_id: string | null;
  device_sign_id: string | null;
  url: string | null;
  outcome: string | null;
  reason: string | null;
  duration_ms: number | null;
  request_id: string | null;
}

export interface CommandRow {
  id: string;
  sign_record_id: string;
  device_sign_id: string;
  bulk_id: string | null;
  command: string;
  state: 'queued' | 'sent' | 'acked' | 'failed' | 'expired' | 'refused';
  sent_by_id: string | null;
  sent_at: Date | null;
  finished_at: Date | null;
  expires_at: Date;
  answered_late_at: Date | null;
  error_code: string | null;
}

export interface BulkRow {
  id: string;
  action: { url?: string | null; settings?: Record<string, unknown>; command?: string; undo?: string };
  undo_of: string | null;
  organization_id: string;
  done: number;
  failed: number;
  finished_at: Date | null;
}

export interface BulkSignRow {
  bulk_id: string;
  sign_record_id: string;
  state: 'pending' | 'restoring' | 'written' | 'done' | 'failed';
  /** The record's, once it is written; of an undo before that, the version after which nothing may have changed. */
  version: number | null;
}

export interface AuditRow {
  organization_id: string;
  seq: string;
  at: Date;
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  target_type: string;
  target_id: string;
  outcome: 'ok' | 'denied' | 'failed';
  request_id: string | null;
  ip: string | null;
  detail: Readonly<Record<string, unknown>>;
  prev_hash: string;
  hash: string;
}

interface CloneMachine {
  address: string;
  macAddress: string;
  bootId: string;
}

export interface CloneRow {
  id: string;
  device_sign_id: string;
  sign_record_id: string | null;
  claim_request_id: string | null;
  first: CloneMachine;
  newcomer: CloneMachine;
  decision: string | null;
  refused_mac_address: string | null;
  refused_boot_id: string | null;
}

export interface OutageRow {
  id: string;
  event_id: string;
  sign_record_id: string;
  sign_name: string;
  kind: 'offline' | 'unreachable' | 'error' | 'blank';
  opened_at: Date;
  closed_at: Date | null;
  closed_by: 'recovered' | 'left' | null;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
  acknowledged_note: string | null;
}

export interface EventRow {
  id: string;
  offline_grace_seconds: number | null;
}

/** One message to one person through one channel. */
export interface NotificationRow {
  id: string;
  message_id: string;
  user_id: string;
  event_id: string;
  channel: 'email' | 'push' | 'inbox';
  at: Date;
  state: 'queued' | 'sent' | 'failed' | 'dropped';
  attempts: number;
  error: string | null;
}

export interface MessageRow {
  id: string;
  entries: readonly MessageEntry[];
}

/** What a message says of one sign. Times are milliseconds of a wall clock. */
export interface MessageEntry {
  kind: NotificationKind;
  outageId: string | null;
  signId: string;
  signName: string;
  atMs: number;
  closedAtMs: number | null;
}
