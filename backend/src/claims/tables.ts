import type { ClaimResponse } from '@sign-display/contracts/rest/claims';
import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { Json } from '../db/database-types.ts';
import type { DeviceFacts } from '../history/tables.ts';
import type { ClaimState } from './claim-machine.ts';

/** The tables that only `claims` writes. */
export interface ClaimsTables {
  claim: ClaimTable;
  shortCodeFailure: {
    operatorId: string;
    at: Date;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends ClaimsTables {}
}

export interface ClaimTable {
  id: string;
  kind: 'claim' | 'link' | 'replace';
  /** The database's check also allows `expired`, which nobody writes: an attempt that ran out is known by `expiresAt`. */
  state: ClaimState['name'];
  signRecordId: string;
  deviceSignId: string;
  shortCode: string;
  operatorId: string;
  createdAt: Date;
  expiresAt: Date;
  requestId: string | null;
  bodyHash: string | null;
  organizationId: string | null;
  eventId: string | null;
  name: string | null;
  location: string | null;
  url: string | null;
  handshake: 'acknowledged' | 'legacy' | null;
  submittedAt: Date | null;
  claimToken: string | null;
  deadlineAt: Date | null;
  settledAt: Date | null;
  outcome: string | null;
  reason: string | null;
  detail: string | null;
  loadMs: number | null;
  /** The body that the operator was told at the commit, and is told again at every replay. */
  response: Json<ClaimResponse> | null;
  /** The HTTP request that submitted it last, and from where; for the audit log. */
  authorRequestId: string | null;
  authorIp: string | null;
  /** The identifier of the attempt under way, and of its row of the history when it has ended. Null: an older node opened it. */
  attemptId: string | null;
  /** When its operator started it with the code (`claim/start`). */
  startedAt: Date | null;
  /** The device as it was when the attempt began. */
  deviceFacts: ColumnType<DeviceFacts | null, RawBuilder<string> | null | undefined, RawBuilder<string> | null>;
  /** Of the page's last response, as the kiosk reported it. */
  httpStatus: number | null;
  /** How often the attempt's request was repeated and got the same outcome. */
  replays: Generated<number>;
  /** Why a device is replaced, in the operator's words. */
  note: string | null;
}
