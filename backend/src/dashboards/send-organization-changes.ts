import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Db } from '../db/database-types.ts';
import type { Logger } from '../logging/logger-type.ts';
import { watchBulks } from './bulk-progress-watch.ts';
import { watchOutages } from './watch-outages.ts';
import { tellOf, type Step, type Told } from './sign-differences.ts';
import { readRows, readSigns } from './dashboard-queries.ts';
import type { Row } from './command-row-queue.ts';
import { PATCH_EVERY_MS, type Subscription } from './dashboard-subscription.ts';

/** Records read by one query. */
const MOST_PER_READ = 2_000;
const RETRY_AFTER_MS = 1_000;

/**
 * An organization that somebody on this node watches. What changed is read once for all of them, at most four times a second, and each is
 * told the difference from what was read before. What was read is kept only of records that changed since the first subscription.
 */
export function watchOrganization(deps: {
  organizationId: string;
  db: Db;
  clock: Clock;
  log: Logger;
  /** Whether what sockets may see was looked at lately; nothing is sent while it was not. */
  mayTell(): boolean;
  /** What was read just now is about to be told. */
  reads(): void;
}) {
  const { organizationId, db, clock, log, mayTell, reads } = deps;
  const subscriptions = new Set<Subscription>();
  /** As they were when they were read last; null: not there. */
  const known = new Map<string, Sign | null>();
  const changed = new Set<string>();
  const changedCommands = new Set<string>();
  const bulks = watchBulks(deps);
  const outages = watchOutages(deps);
  /** When subscriptions were told last. */
  let lastToldMs = -Infinity;
  let isTicking = false;
  let cancel: Cancel | null = null;

  async function readSteps(): Promise<{ steps: Step[]; changedOutages: Outage[] }> {
    const ids = Array.from(changed).slice(0, MOST_PER_READ);
    for (const id of ids) changed.delete(id);
    try {
      const [signs, { outages: changedOutages, commit }] = await Promise.all([
        readSigns(db, organizationId, ids),
        outages.read(ids),
      ]);
      reads();
      await bulks.signsChanged(ids);
      const steps = ids.map((id) => {
        const step = { id, before: known.get(id), after: signs.get(id) ?? null };
        known.set(id, step.after);
        return step;
      });
      commit();
      return { steps, changedOutages };
    } catch (error) {
      for (const id of ids) changed.add(id);
      throw error;
    }
  }

  /** The commands and bulk requests that changed, as they are now. */
  async function readChangedRows(): Promise<Row[]> {
    const commands = Array.from(changedCommands).slice(0, MOST_PER_READ);
    for (const id of commands) changedCommands.delete(id);
    const bulkIds = bulks.take();
    try {
      const rows = await readRows(db, organizationId, { commands, bulks: bulkIds });
      for (const { event, id, message } of rows) if (event === 'bulk:progress') bulks.counted(id, message);
      return rows;
    } catch (error) {
      for (const id of commands) changedCommands.add(id);
      bulks.putBack(bulkIds);
      throw error;
    }
  }

  const isUnread = (): boolean => changed.size + changedCommands.size > 0 || bulks.isUnread();

  async function read(): Promise<void> {
    if (changed.size > 0) {
      const { steps, changedOutages } = await readSteps();
      tellAll(steps, clock.monotonicMs());
      for (const subscription of subscriptions) for (const outage of changedOutages) subscription.addOutage(outage);
    }
    const rows = await readChangedRows();
    for (const subscription of subscriptions) for (const row of rows) subscription.addRow(row);
  }

  /** Adds what each is told of the steps. Those that look at the same, since as long, are told the same. */
  function tellAll(steps: readonly Step[], nowMs: number): void {
    const toldByKind = new Map<string, Told[]>();
    for (const subscription of subscriptions) {
      const { eventId } = subscription;
      const isNew = subscription.isNew(nowMs);
      const kind = `${isNew} ${eventId}`;
      let told = toldByKind.get(kind);
      if (!told) {
        told = steps.map((step) => tellOf(step, eventId, isNew)).filter((each) => each !== null);
        toldByKind.set(kind, told);
      }
      for (const each of told) subscription.add(each);
    }
  }

  async function tick(): Promise<void> {
    let waitMs = PATCH_EVERY_MS;
    try {
      await read();
    } catch (error) {
      waitMs = RETRY_AFTER_MS;
      log.warn({ err: error, organizationId }, 'changes for dashboards not read, retrying');
    }
    let isLeft = isUnread();
    // Not when the reading began: after a shorter reading than the last it would be too early for a patch, which then waits for another tick.
    lastToldMs = clock.monotonicMs();
    for (const subscription of subscriptions) isLeft = mayTell() && !subscription.flush(lastToldMs) ? isLeft : true;
    isTicking = false;
    if (isLeft) schedule(waitMs);
  }

  /** At once where there was nothing to tell for a while. */
  function schedule(leastMs = 0): void {
    if (isTicking || cancel || subscriptions.size === 0) return;
    const delayMs = Math.max(leastMs, lastToldMs + PATCH_EVERY_MS - clock.monotonicMs(), 0);
    cancel = clock.after(delayMs, () => {
      cancel = null;
      isTicking = true;
      void tick();
    });
  }

  return {
    subscriptions,
    /** These records are other than they were. */
    look(ids: readonly string[], what: 'signs' | 'commands' | 'bulks' = 'signs'): void {
      if (what === 'bulks') bulks.changed(ids);
      else for (const id of ids) (what === 'signs' ? changed : changedCommands).add(id);
      schedule();
    },
    add: (subscription: Subscription): void => void subscriptions.add(subscription),
    remove(subscription: Subscription): void {
      subscriptions.delete(subscription);
      if (subscriptions.size > 0) return;
      cancel?.();
      cancel = null;
    },
    /** Something may have been missed: all are to subscribe again. */
    tellGap(): void {
      bulks.forget();
      for (const subscription of subscriptions) subscription.tellGap(clock.monotonicMs());
      schedule();
    },
  };
}

export type WatchedOrganization = ReturnType<typeof watchOrganization>;
