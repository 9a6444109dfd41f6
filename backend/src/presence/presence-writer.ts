import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';
import type { Cancel } from '@sign-display/contracts/clock-and-random';
import type { ServiceDeps, Trx } from '../db/database-types.ts';
import { findOtherHolders } from '../cluster/nodes-repository.ts';
import type { HeldLease } from '../cluster/held-lease-duration.ts';
import type { LeaseReading, NodeWatch } from '../cluster/node-watch.ts';
import { evaluatedPerQuery, timeOfQuery } from '../cluster/polling-query.ts';
import type { FactsChange } from '../outages/compute-outage-changes.ts';
import { repeat } from '../flow/repeated-task.ts';
import { createUnchangedFor } from '../flow/unchanged-duration.ts';
import { recordOutages } from '../outages/record-outages.ts';
import { updateAcknowledgement } from '../signs/update-sign-acknowledgement.ts';
import { writeUnstable } from '../signs/mark-unstable-signs.ts';
import { notifySignsChanged, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { MinuteHeartbeats } from './heartbeat-counts.ts';
import type { Presence } from './presence.ts';
import {
  findStale,
  hasStale,
  writeFacts,
  writeLastSeen,
  writeSilentSigns,
  type DeviceFacts,
  type SilentSign,
} from '../signs/heartbeat-facts-repository.ts';
import { storeEarlierMinute } from '../signs/store-heartbeat-minutes.ts';
import { judgeHeldElsewhere, type HeldVerdict } from './judge-offline-verdict.ts';

/** Changes are written this long after the first of them: a fleet that changes at once is a few statements. */
const WRITE_CHANGES_AFTER_MS = 250;
/** After a failure the next try comes after this long, then twice as long each time; the last is how late facts are once it is back. */
const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 2_000;
/** Who has gone silent is found this often. */
const SWEEP_EVERY_MS = 1_000;
/** A sweep that comes so long after the one before: this node itself stood still, and what kiosks have sent meanwhile is not read yet. */
const STOOD_STILL_MS = 5_000;
/** `lastSeenAt` survives a crash to within 10 s (promise N1): half of that, so that one slow write is still in time. */
const WRITE_SEEN_EVERY_MS = 5_000;
/** Of 10,000 signs at once the loop stood for 46 to 90 ms, and with it every heartbeat's answer; of 1,000 for 10 to 21. */
const SEEN_AT_ONCE = 1_000;
/** Beyond this much more silence of a record nobody holds its device: whoever does writes within half of it. */
const UNHEARD_MARGIN_MS = 2 * WRITE_SEEN_EVERY_MS;

/** All records are read to find those that nobody holds: not at every look. */
const ASK_UNHEARD_EVERY_MS = 5_000;
/** A sign with heartbeats every 5 s has a `last_seen_at` younger than this: a heartbeat, the write of it, and as much again. */
const STALE_AFTER_MS = 3 * WRITE_SEEN_EVERY_MS;
/** Node's wall clocks differ by a little. */
const AHEAD_MOST_MS = 1_000;

/**
 * Writes what this node hears of its devices into their records, until stopped, and tells dashboards which changed. What could not be written is
 * kept and written with the next. The node takes devices from now on: its first warm-up begins.
 */
export function startPresenceWriter(
  deps: ServiceDeps & {
    nodeId: string;
    presence: Presence;
    log: Logger;
    feed: DashboardFeed;
    /** Where it was not held, the database was away. */
    lease: Pick<HeldLease, 'heldForMs'>;
    nodes: NodeWatch;
    offlineAfterMs: number;
    warmUpMs: number;
    /** Told of each verdict that another one has taken the place of in a record, by this node. */
    observe?: (presence: PresenceWord) => void;
  },
) {
  const { db, nodeId, presence, clock, random, log, feed, lease, nodes, offlineAfterMs, warmUpMs } = deps;
  /** That their node is gone is the backend's own fault: its devices get a warm-up to come back in (promise N2). */
  const unheardAfterMs = offlineAfterMs + UNHEARD_MARGIN_MS + warmUpMs;
  /** Records may be older than their devices' silence until then: after a start, and after facts could not be written. Monotonic. */
  let isBlindUntilMs = clock.monotonicMs() + unheardAfterMs;
  let cancelChanges: Cancel = () => {};
  let writingChanges: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** Of facts that could not be written; 0 where the last ones were. */
  let retryAfterMs = 0;

  /** Facts and the outages that follow from them: all or none. */
  const change = (nowMs: number, write: (trx: Trx) => Promise<FactsChange[]>): Promise<FactsChange[]> =>
    db.transaction().execute(async (trx) => {
      const changes = await write(trx);
      const { withOutages, unstable } = await recordOutages(trx, changes, nowMs, () => makeUuidV7(clock, random));
      await updateAcknowledgement(trx, withOutages);
      await writeUnstable(trx, unstable);
      return changes;
    });
  /** They are committed. */
  function tellChanged(changes: readonly FactsChange[]): void {
    for (const { wasPresence, presence: word } of changes) if (word && word !== wasPresence) deps.observe?.(word);
    notifySignsChanged(feed, changes);
  }

  /** What could not be written when it was tried last: said once, however long it lasts. */
  const failing = new Set<string>();
  function noteFailure(error: unknown, what: string, devices: number): void {
    isBlindUntilMs = clock.monotonicMs() + unheardAfterMs;
    if (!failing.has(what)) log.warn({ err: error, devices }, `${what} not stored, retrying`);
    failing.add(what);
  }
  function noteSuccess(what: string): void {
    if (failing.delete(what)) log.info(`${what} can be stored again`);
  }

  /** Who is offline as far as this node knows, and connected to another: what that one has not written yet, it may have heard. */
  async function sortByHolder(facts: DeviceFacts[]): Promise<Partial<Record<HeldVerdict, DeviceFacts[]>>> {
    const offline = facts.filter((fact) => fact.presence === 'offline');
    if (offline.length === 0) return { judged: facts };
    const ids = offline.map(({ deviceSignId }) => deviceSignId);
    const askedAtMs = clock.monotonicMs();
    const holders = await findOtherHolders(db, ids, nodeId);
    const leases = Array.from(holders.values()).filter(({ lease: held }) => held !== null);
    nodes.observe(leases as LeaseReading[], askedAtMs);
    return Object.groupBy(facts, ({ deviceSignId, presence: word }) => {
      const holder = holders.get(deviceSignId);
      const silentMs = presence.silentForMs(deviceSignId);
      if (word !== 'offline' || !holder || silentMs === null) return 'judged';
      return judgeHeldElsewhere({
        isGone: holder.lease === null || nodes.isDead(holder.id),
        renewedAfterMs: nodes.renewedAfterMs(holder.id),
        dueMs: clock.monotonicMs() - silentMs + offlineAfterMs,
      });
    });
  }

  async function writeChanges(): Promise<void> {
    const facts = presence.takeChanged();
    if (facts.length === 0) return presence.written([]);
    try {
      const { judged = [], waiting = [], left = [] } = await sortByHolder(facts);
      const nowMs = clock.now();
      if (judged.length > 0) {
        let restarting: ReadonlySet<string> = new Set();
        const write = async (trx: Trx): Promise<FactsChange[]> => {
          const written = await writeFacts(trx, judged, { nodeId, nowMs });
          restarting = new Set(written.restarting);
          return written.changes;
        };
        tellChanged(await change(nowMs, write));
        const { done = [], waits = [] } = Object.groupBy(judged, ({ deviceSignId }) =>
          restarting.has(deviceSignId) ? 'waits' : 'done',
        );
        presence.seenWritten(done);
        presence.withdraw(waits);
        presence.written(done);
      }
      presence.withdraw(waiting);
      presence.written(left);
      retryAfterMs = 0;
      noteSuccess('facts of signs');
    } catch (error) {
      retryAfterMs = Math.min(Math.max(2 * retryAfterMs, RETRY_FIRST_MS), RETRY_MOST_MS);
      presence.putBackChanged(facts);
      noteFailure(error, 'facts of signs', facts.length);
    }
  }

  /** Heartbeats that are not of the minute of those that were just written: at the turn of a minute, and after the database was away. */
  async function writeEarlier(earlier: readonly MinuteHeartbeats[]): Promise<void> {
    let left = [...Map.groupBy(earlier, ({ minute }) => minute)].sort(([one], [other]) => one - other);
    try {
      for (; left.length > 0; left = left.slice(1)) await storeEarlierMinute(db, ...left[0]!, clock.now());
    } catch (error) {
      presence.kept.putBack(left.flatMap(([, heard]) => heard));
      log.warn({ err: error }, 'heartbeats of past minutes not stored, retrying');
    }
  }

  async function writeSeen(): Promise<void> {
    const facts = presence.takeSeen();
    const { byDevice, earlier } = presence.kept.take(facts);
    for (let at = 0; at < facts.length; at += SEEN_AT_ONCE) {
      const some = facts.slice(at, at + SEEN_AT_ONCE);
      try {
        const { differing, foreign } = await writeLastSeen(db, some, { byDevice, nowMs: clock.now() });
        const isForeign = new Set(foreign);
        presence.seenWritten(some.filter(({ deviceSignId }) => !isForeign.has(deviceSignId)));
        for (const deviceSignId of differing) presence.repeat(deviceSignId);
        for (const deviceSignId of foreign) presence.repeatHeld(deviceSignId);
      } catch (error) {
        presence.putBackSeen(facts.slice(at));
        presence.kept.putBack([...earlier, ...byDevice.values()]);
        return noteFailure(error, 'last-seen times', facts.length - at);
      }
    }
    if (facts.length > 0) noteSuccess('last-seen times');
    await writeEarlier(earlier);
  }

  const mayJudge = (): boolean =>
    clock.monotonicMs() >= isBlindUntilMs && lease.heldForMs() >= unheardAfterMs && presence.warmUp() === null;
  /** Whoever hears a device writes another time every 5 s. So a record is heard by nobody if its time has stayed the same for so long. */
  const unheardForMs = Math.max(unheardAfterMs - STALE_AFTER_MS, UNHEARD_MARGIN_MS);
  /** One that has just ended a restart has the time of a verdict to be heard, and what is heard at its end has the time to be written. */
  const steadyMs = offlineAfterMs + UNHEARD_MARGIN_MS;
  const lookAtSteady = createUnchangedFor(clock, ({ id }: SilentSign) => id);
  const lookAtTimes = createUnchangedFor(clock, ({ id, lastSeenAt }: SilentSign) => `${id} ${lastSeenAt?.getTime()}`);
  let askUnheardAtMs = 0;

  function isToAskUnheard(): boolean {
    if (clock.monotonicMs() < askUnheardAtMs) return false;
    askUnheardAtMs = clock.monotonicMs() + ASK_UNHEARD_EVERY_MS;
    return true;
  }

  async function sweepUnheard(): Promise<void> {
    try {
      const stale = await findStale(db, clock.now() - STALE_AFTER_MS, clock.now() + AHEAD_MOST_MS);
      const sameForMs = lookAtTimes(stale);
      const steady = stale.filter(({ isRestarting }) => !isRestarting);
      const steadyForMs = lookAtSteady(steady);
      // One that did not restart has been steady for as long as its time has stayed the same.
      const hadTime = (sign: SilentSign) => steadyForMs(sign) >= Math.min(sameForMs(sign), steadyMs);
      const found = steady.filter((sign) => sameForMs(sign) >= unheardForMs && hadTime(sign));
      if (found.length === 0 || !mayJudge()) return;
      const nowMs = clock.now();
      const signs = await change(nowMs, (trx) => writeSilentSigns(trx, found, nowMs));
      if (signs.length > 0)
        log.warn({ signs: signs.length }, 'marked signs offline because no node receives their heartbeats');
      tellChanged(signs);
      noteSuccess('signs that no node holds');
    } catch (error) {
      noteFailure(error, 'signs that no node holds', 0);
    }
  }

  function writeChangesSoon(): void {
    if (isStopped) return;
    cancelChanges = clock.after(Math.max(WRITE_CHANGES_AFTER_MS, retryAfterMs), () => {
      // One at a time: two batches of one device must not overtake each other.
      writingChanges = writingChanges.then(writeChanges);
    });
  }
  presence.onChange(writeChangesSoon);
  const seen = repeat(clock, () => WRITE_SEEN_EVERY_MS, writeSeen);
  presence.start();
  let sweptAtMs = clock.monotonicMs();
  let isPutOff = false;
  const sweeps = repeat(
    clock,
    () => SWEEP_EVERY_MS,
    async () => {
      const stoodStill = clock.monotonicMs() - sweptAtMs > STOOD_STILL_MS;
      sweptAtMs = clock.monotonicMs();
      // Once: a node that is always late judges late.
      isPutOff = stoodStill && !isPutOff;
      if (!isPutOff) presence.sweep();
    },
  );

  return {
    /** Takes the signs offline that no node holds. */
    sweeper: {
      name: 'unheardSigns',
      due: sql`${evaluatedPerQuery(isToAskUnheard)}::boolean and ${hasStale(timeOfQuery(STALE_AFTER_MS), timeOfQuery(-AHEAD_MOST_MS))}`,
      sweep: sweepUnheard,
    },
    /** Writes what is left, and nothing after it. A verdict that waits for another node is left to the sweep over the records. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([seen.stop(), sweeps.stop()]);
      cancelChanges();
      await writingChanges;
      await writeChanges();
      await writeSeen();
    },
  };
}

export type PresenceWriter = ReturnType<typeof startPresenceWriter>;
