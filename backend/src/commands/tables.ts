import type { ColumnType } from 'kysely';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { BulkDeed } from '@sign-display/contracts/rest/bulk';
import type { CommandName, CommandState } from '@sign-display/contracts/rest/commands';
import type { Json } from '../db/database-types.ts';
import type { FieldsBefore } from '../signs/content/restore-sign-fields.ts';

/** The tables that only `commands` writes. */
export interface CommandsTables {
  command: CommandTable;
  screenshot: {
    signRecordId: string;
    deviceSignId: string;
    claimRequestId: string | null;
    commandId: string;
    /** As the kiosk's clock had it, never later than `receivedAt`. */
    capturedAt: Date;
    receivedAt: Date;
    image: Buffer;
  };
  screenshotTurn: {
    signRecordId: string;
    dueAt: Date;
  };
  signLog: SignLogTable;
  updateStatus: {
    signRecordId: string;
    deviceSignId: string;
    state: KioskMessage<'sign:update_status'>['state'];
    version: string | null;
    percent: number | null;
    detail: string | null;
    at: Date;
    /** When the history last had one. */
    notedAt: Date | null;
  };
  bulk: BulkTable;
  bulkSign: BulkSignTable;
  bulkTurn: {
    organizationId: string;
    /** A count over all organizations: who has the lowest is next. */
    taken: number;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends CommandsTables {}
}

export interface CommandTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  deviceSignId: string;
  /** With the record and the device: the link that the command is for. */
  claimRequestId: string | null;
  bulkId: string | null;
  command: CommandName;
  args: Json<Record<string, unknown>>;
  /** Of a `display_content` that has gone out: what its record says that it shows. */
  contentId: string | null;
  state: CommandState;
  /** Null: the service itself. */
  sentById: string | null;
  sentByName: string | null;
  createdAt: Date;
  sentAt: Date | null;
  /** When it is sent again, as long as it is not answered. */
  sendAgainAt: Date | null;
  finishedAt: Date | null;
  expiresAt: Date;
  /** When the first answer came that was too late. */
  answeredLateAt: Date | null;
  result: ColumnType<unknown, string | null, string | null>;
  errorCode: string | null;
  errorDetail: string | null;
}

export interface SignLogTable {
  id: string;
  signRecordId: string;
  at: Date;
  level: string;
  message: string;
  messageHash: Buffer;
  /** The command that brought it first. */
  commandId: string;
}

/** The outcome of one sign of a bulk request. */
export interface BulkSignTable {
  bulkId: string;
  signRecordId: string;
  /**
   * `pending`, `restoring` and `waiting` signs wait for their turn: `restoring` in an undo, `waiting` if the request
   * ends or restores manual overrides, which older nodes can't process. `written`: the record is changed, and the
   * service is notifying the kiosk.
   */
  state: 'pending' | 'restoring' | 'waiting' | 'written' | 'done' | 'failed';
  /** The sign's name when the request began; null if an older node began the request. */
  name: string | null;
  code: string | null;
  writtenAt: Date | null;
  /**
   * The sign's earlier values, as long as they can be restored. Also null if the bulk request did not change the sign.
   */
  before: Json<FieldsBefore> | null;
  /**
   * The version that the bulk request gave the record; for an override, the count of its changes
   * (`sign.field_versions`).
   */
  version: number | null;
  /** The values that an undo restores once it reaches this sign, if the record's fields are those of `version`. */
  restore: Json<FieldsBefore> | null;
  /** The kiosk's answer to the page or the settings. */
  answer: 'acked' | 'failed' | null;
}

export interface BulkTable {
  id: string;
  organizationId: string;
  action: Json<BulkDeed>;
  actorId: string;
  actorName: string;
  actorEmail: string;
  requestId: string | null;
  createdAt: Date;
  total: number;
  done: number;
  failed: number;
  finishedAt: Date | null;
  /** Null if the request can't be undone, or can no longer be undone. */
  undoableUntil: Date | null;
  /** The bulk request that this one undoes. */
  undoOf: string | null;
  /** How many signs an undo leaves as they are; null if this request is no undo. */
  leftOut: number | null;
}
