import type { ColumnType, Generated } from 'kysely';
import type { CloneMachine } from '@sign-display/contracts/rest/clones';
import type { Screen } from '@sign-display/contracts/common-schemas';
import type { Json } from '../db/database-types.ts';

/** The tables that only `devices` writes. */
export interface DevicesTables {
  device: DeviceTable;
  /** How much a device has made us keep on one day (UTC), the last on which it sent something. */
  deviceUsage: {
    deviceSignId: string;
    day: string;
    bytes: number;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends DevicesTables {}
}

/** A physical device that has connected at least once; bound to its secret for good (contract, section 1). */
export interface DeviceTable {
  signId: string;
  secretHash: string;
  shortCode: string;
  macAddress: string;
  bootId: string;
  appVersion: string;
  platform: string | null;
  screen: Json<Screen> | null;
  firstSeenAt: Date;
  registeredAt: Date | null;
  /** Who holds its connection; this and the next three are all there or none. A node whose lease has run out holds nothing. */
  nodeId: string | null;
  connectionId: string | null;
  connectionBootId: string | null;
  connectedAt: Date | null;
  /** Whether this connection has registered. */
  connectionRegistered: Generated<boolean>;
  /** When another machine asked whether the one behind this connection lives. */
  challengedAt: Date | null;
  /** Counts the times that such a question was answered with yes. */
  signsOfLife: Generated<number>;
  /** The machine behind the connection; of an earlier one where its boot is not `connectionBootId` (an older node took the device). */
  connectionMachine: ColumnType<CloneMachine | null, string | null | undefined, string | null>;
  /** When an admin took its identity from whoever had it, or somebody gave it up at the machine; nobody is let in under it again. */
  retiredAt: Date | null;
  /** The connection that such a decision ends; it means nothing once another has the device. */
  evictedConnectionId: string | null;
  /** Counts admins' decisions about its machines: who judged a newcomer before one judges again. */
  decisions: Generated<number>;
  /** Why it lost its last record, until it says at a register that it knows of none; this and the next two are all there or none. */
  releasedAs: 'unregistered' | 'deleted' | null;
  releaseReason: string | null;
  releasedAt: Date | null;
  /** When pruning first found it without a record and a connection; it means nothing where it has registered since. */
  unusedSince: Date | null;
}
