import type { Kysely } from 'kysely';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import { releaseNode } from '../devices/device-connections.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RENEW_LEASE_EVERY_MS } from './lease.ts';
import { removeNode, removeNodesUnseenSince, renewLease, type RowWarmUp } from './nodes-repository.ts';

/** This node among the others: it renews its lease, and looks at what it may not have heard of. */
export interface Membership {
  /** Takes the lease and keeps it until `leave`. Resolves when it has been tried once; a database that is away is asked again. */
  join(): Promise<void>;
  /** Renews the lease now, because what the row says of this node is other. Never rejects. */
  renewNow(): Promise<void>;
  /** Whether the lease was renewed when it was last to be. */
  readonly holdsLease: boolean;
  /** Gives up the lease and all devices. Never rejects. */
  leave(): Promise<void>;
}

/** Rows of nodes that were killed are of no use to anybody after this. */
const FORGET_NODES_AFTER_MS = 3_600_000;

export function createMembership(deps: {
  db: Kysely<Database>;
  clock: Clock;
  nodeId: string;
  log: Logger;
  /** Why this node's offline verdicts wait now: one object as long as they do. */
  warmUp(): RowWarmUp | null;
  /** The row says of the warm-up what it did not say before. */
  warmUpWritten(): void;
  /** Looks for what other nodes have written that a lost message would have told. Once after every renewal. */
  look(): Promise<void>;
}): Membership {
  const { db, clock, nodeId, log, look, warmUp, warmUpWritten } = deps;
  const startedAtMs = clock.now();
  let state: 'new' | 'in' | 'left' = 'new';
  let isAway = false;
  let written: RowWarmUp | null = null;
  let cancel: Cancel = () => {};
  let renewing: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    try {
      const given = warmUp();
      await renewLease(db, { id: nodeId, startedAtMs, atMs: clock.now(), warmUp: given });
      if (given !== written) warmUpWritten();
      written = given;
      if (isAway) log.info({ nodeId }, 'lease of this node renewed again');
      isAway = false;
      await look();
    } catch (error) {
      if (!isAway) log.warn({ err: error, nodeId }, 'lease of this node not renewed, next try in a moment');
      isAway = true;
    }
  }

  function renewLater(): void {
    if (state !== 'in') return;
    cancel = clock.after(RENEW_LEASE_EVERY_MS, () => {
      renewing = renewing.then(renew).finally(renewLater);
    });
  }

  return {
    get holdsLease() {
      return state === 'in' && !isAway;
    },
    async join() {
      if (state !== 'new') return;
      state = 'in';
      renewing = renew().finally(renewLater);
      await renewing;
      await removeNodesUnseenSince(db, clock.now() - FORGET_NODES_AFTER_MS).catch(() => {});
    },
    async renewNow() {
      if (state !== 'in') return;
      renewing = renewing.then(() => (state === 'in' ? renew() : undefined));
      await renewing;
    },
    async leave() {
      state = 'left';
      cancel();
      await renewing;
      try {
        await releaseNode(db, nodeId);
        await removeNode(db, nodeId);
        if (written) warmUpWritten();
      } catch (error) {
        log.warn({ err: error, nodeId }, 'this node is still in the database, until its lease runs out');
      }
    },
  };
}
