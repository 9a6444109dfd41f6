import type { CloneDecision, CloneMachine } from '@sign-display/contracts/rest/clones';
import type { Json } from '../db/database-types.ts';

/** The tables that only `clones` writes. */
export interface ClonesTables {
  clone: CloneTable;
}

declare module '../db/database-types.ts' {
  interface Database extends ClonesTables {}
}

/** A machine that came under a device's identity while another lived under it, and what an admin decided. */
export interface CloneTable {
  id: string;
  deviceSignId: string;
  /** By which claim the device had a record then; null: it was nobody's. The row counts while it has it by that one. */
  signRecordId: string | null;
  claimRequestId: string | null;
  first: Json<CloneMachine>;
  newcomer: Json<CloneMachine>;
  openedAt: Date;
  lastSeenAt: Date;
  attempts: number;
  /** This and the next three are all there or none. */
  decision: CloneDecision | null;
  decidedAt: Date | null;
  decidedById: string | null;
  decidedByName: string | null;
  /** Whom the decision keeps out. */
  refusedMacAddress: string | null;
  refusedBootId: string | null;
}
