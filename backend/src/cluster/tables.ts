import type { ColumnType, Generated } from 'kysely';
import type { WarmUpReason } from '@sign-display/contracts/backend-warm-up';

/** What a node reports of itself with each renewal. Null: nobody measures it. */
export interface NodeFigures {
  version: string;
  hostname: string | null;
  /** Live connections. */
  kiosks: number;
  dashboards: number;
  rssBytes: number | null;
  eventLoopDelayMs: number;
  heartbeatsPerSecond: number;
  /** Its clock less the database's. */
  clockOffsetMs: number | null;
}

/** The tables that only `cluster` writes. */
export interface ClusterTables {
  /** A running node: it is there as long as its lease is renewed. */
  node: {
    id: string;
    startedAt: Date;
    /** When it last renewed its lease, by its own wall clock: for people, and for nodes older than `renewals`. */
    seenAt: Date;
    /** How often it has renewed its lease: another number after each time. */
    renewals: Generated<number>;
    /** Why its offline verdicts wait, since and until when; all null where they don't. */
    warmUpReason: WarmUpReason | null;
    warmUpSince: Date | null;
    warmUpUntil: Date | null;
    /** How many claimed devices it hears in its warm-up, of how many; both null where it does not know, and of an older node. */
    warmUpHeard: number | null;
    warmUpOf: number | null;
    /** Null: an older node. A newer one may write other fields. */
    figures: ColumnType<Partial<NodeFigures> | null, string | null | undefined, string | null>;
  };
  /** Each warm-up of the last 30 days; the node's row says the present one too. */
  pastWarmUp: {
    nodeId: string;
    since: Date;
    until: Date;
    hostname: string | null;
    reason: WarmUpReason;
    heard: number | null;
    outOf: number | null;
    offlineAfter: number | null;
  };
  /** One row: what the nodes' AUTH_SECRET gives (shared-secret-check.ts). */
  authSecretCheck: { onlyOne: Generated<boolean>; value: string };
  /** From when to when a node has held its lease without a gap (recorded-lease-stretches.ts). Its row stays when the node is gone. */
  leaseStretch: { nodeId: string; since: Date; until: Date };
}

declare module '../db/database-types.ts' {
  interface Database extends ClusterTables {}
}
