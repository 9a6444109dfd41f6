import { isDeepStrictEqual } from 'node:util';
import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { isDatabaseUnavailable } from '../db/open-database.ts';
import type { Db } from '../db/database-types.ts';
import { releaseNode } from '../devices/device-connections.ts';
import { withTimeout } from '../flow/with-timeout.ts';
import type { Logger } from '../logging/logger-type.ts';
import { RENEW_LEASE_EVERY_MS, type HeldLease } from './held-lease-duration.ts';
import { createOwnStretch, forgetFuture, isToForgetFuture } from './recorded-lease-stretches.ts';
import type { NodeWatch } from './node-watch.ts';
import {
  createLook,
  removeNode,
  removeDeadNodes,
  renewLease,
  type RowOfNode,
  type RowWarmUp,
} from './nodes-repository.ts';
import type { Sweeps } from './due-work-sweeps.ts';
import type { NodeFigures } from './tables.ts';

/** Rows of nodes that were found dead are of no use to anybody after this. */
const FORGET_NODES_AFTER_MS = 600_000;
/** A question that waits for a table (a migration has it) must not cost the lease: after this it is renewed alone. */
const ANSWERED_WITHIN_MS = RENEW_LEASE_EVERY_MS;

/**
 * This node among the others: it renews its lease, and in the same statement reads the others' (`node-watch.ts`) and looks for what is to be done
 * (`due-work-sweeps.ts`).
 */
export function createMembership(deps: {
  db: Db;
  clock: Clock;
  nodeId: string;
  log: Logger;
  lease: Pick<HeldLease, 'renewed'>;
  watch: NodeWatch;
  sweeps: Sweeps;
  /** Why this node's offline verdicts wait now, and what it has heard meanwhile: asked at each renewal. */
  warmUp(): RowWarmUp | null;
  /** What the row reports of this node, asked at each renewal. */
  figures(): NodeFigures | null;
  /** The row says of the warm-up what it did not say before. */
  warmUpWritten(): void;
}) {
  const { db, clock, nodeId, log, lease, watch, sweeps, warmUp, figures, warmUpWritten } = deps;
  const startedAtMs = clock.now();
  let state: 'new' | 'in' | 'left' = 'new';
  let renewals = 0;
  let isAway = false;
  let isAsking = false;
  const ownStretch = createOwnStretch();
  let written: RowWarmUp | null = null;
  let looking: { questions: unknown; ask: ReturnType<typeof createLook> } | null = null;
  let cancel: Cancel = () => {};
  let renewing: Promise<void> = Promise.resolve();

  /** Renews the lease by `send`. */
  async function renewBy<Answer>(given: RowWarmUp | null, send: (row: RowOfNode) => Promise<Answer>): Promise<Answer> {
    const sent = { atMs: clock.now(), monotonicMs: clock.monotonicMs() };
    const heldSinceMs = ownStretch.sinceAt(sent);
    if (isToForgetFuture(heldSinceMs, sent.atMs)) await forgetFuture(db, sent.atMs, [nodeId, ...watch.dead()]);
    const row = {
      id: nodeId,
      startedAtMs,
      renewal: (renewals += 1),
      atMs: sent.atMs,
      heldSinceMs,
      warmUp: given,
      figures: figures(),
    };
    const answer = await send(row);
    ownStretch.renewed(heldSinceMs, sent);
    return answer;
  }

  function look(row: RowOfNode): ReturnType<ReturnType<typeof createLook>> {
    const questions = sweeps.questions();
    // The same one for as long as it asks the same.
    if (looking?.questions !== questions) looking = { questions, ask: createLook(db, questions) };
    return looking.ask(row);
  }

  async function renewAlone(given: RowWarmUp | null): Promise<void> {
    const askedAtMs = clock.monotonicMs();
    watch.looked(await renewBy(given, (row) => renewLease(db, row)), askedAtMs);
  }

  async function ask(given: RowWarmUp | null): Promise<void> {
    isAsking = true;
    const askedAtMs = clock.monotonicMs();
    try {
      const { isRenewed, others, answers } = await renewBy(given, look);
      if (isRenewed) watch.looked(others, askedAtMs);
      else await renewAlone(given);
      sweeps.hear(answers);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ err: error, nodeId }, 'combined sweep query failed, running each sweep separately');
      await renewAlone(given);
      await sweeps.askEach();
    } finally {
      isAsking = false;
    }
  }

  /** A failure costs nothing: they are forgotten at another look. */
  async function forgetDead(): Promise<void> {
    const dead = watch.deadFor(FORGET_NODES_AFTER_MS);
    if (dead.length > 0) await removeDeadNodes(db, dead).catch(() => {});
  }

  async function renew(): Promise<void> {
    try {
      const given = warmUp();
      if (isAsking || (await withTimeout(clock, ask(given), ANSWERED_WITHIN_MS, 'late')) === 'late')
        await renewAlone(given);
      lease.renewed();
      await forgetDead();
      if (!isDeepStrictEqual(given, written)) warmUpWritten();
      written = given;
      if (isAway) log.info({ nodeId }, 'node lease renewed again');
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error, nodeId }, 'node lease not renewed, retrying');
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
    /** Whether the lease was renewed when it was last to be. */
    get holdsLease(): boolean {
      return state === 'in' && !isAway;
    },
    /** Takes the lease and keeps it until `leave`. Resolves when it has been tried once; a database that is away is asked again. */
    async join(): Promise<void> {
      if (state !== 'new') return;
      state = 'in';
      renewing = renew().finally(renewLater);
      await renewing;
    },
    /** Renews the lease now, because what the row says of this node is other. Never rejects. */
    async renewNow(): Promise<void> {
      if (state !== 'in') return;
      renewing = renewing.then(() => (state === 'in' ? renew() : undefined));
      await renewing;
    },
    /** Ends the sweeps, and gives up the lease and all devices. Never rejects. */
    async leave(): Promise<void> {
      const wasIn = state === 'in';
      state = 'left';
      cancel();
      await renewing;
      await sweeps.stop();
      // It has no row: perhaps there is not even a table yet.
      if (!wasIn) return;
      try {
        await releaseNode(db, nodeId);
        await removeNode(db, nodeId);
        if (written) warmUpWritten();
      } catch (error) {
        log.warn({ err: error, nodeId }, 'node not removed from the database, its lease will expire');
      }
    },
  };
}

export type Membership = ReturnType<typeof createMembership>;
