import { sql, type RawBuilder } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { Db } from '../db/database-types.ts';
import { notifySignsChanged } from '../cluster/dashboard-feed.ts';
import { timeOfQuery } from '../cluster/polling-query.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import { settleCommands } from './command-settling.ts';
import {
  findDueWork,
  lockOverdueCommands,
  lockUnlinkedCommands,
  nextCommandWork,
  takeDueCommands,
} from './commands-repository.ts';
import type { CommandsDeps, CommandsService } from './commands-service.ts';
import { nextTooOld, removeForeignScreenshots, removeOldScreenshots } from './stored-screenshots.ts';

/**
 * What time does to commands, done by any node: ends those whose time or whose device has gone, sends again what nobody answers (its message was
 * lost, or the node that was to send it died; R2), and removes what is too old.
 */

const DAY_MS = 24 * 3_600_000;
/** So many rows a transaction: some tens of milliseconds. */
const CHUNK = 500;
/** The service's own commands are nobody's record; they stand for as long as somebody may look after a screenshot. */
const REGULAR_KEPT_MS = 3_600_000;
/** What people sent is in the audit log for ever, and here for as long as a season. */
const COMMANDS_KEPT_MS = 180 * 24 * 3_600_000;

/** The service's own commands are removed in bites of about so much time, and not one by one. */
const REGULAR_BITE_MS = 60_000;

export function createCommandSweep(
  deps: CommandsDeps & Pick<CommandsService, 'tell' | 'dispatch' | 'screenshotsSinceMs'>,
): { sweepers: Sweeper[]; sweep(): Promise<void>; prune(): Promise<void> } {
  const { db, clock, gateway, feed, tell, dispatch } = deps;

  async function endOverdue(): Promise<number> {
    const nowMs = clock.now();
    const ended = await db.transaction().execute(async (trx) => {
      const rows = await lockOverdueCommands(trx, nowMs, CHUNK);
      return await settleCommands(deps, trx, rows, { type: 'time_passed' }, nowMs);
    });
    tell(ended);
    return ended.length;
  }

  async function endUnlinked(): Promise<number> {
    const nowMs = clock.now();
    const ended = await db.transaction().execute(async (trx) => {
      const rows = await lockUnlinkedCommands(trx, CHUNK);
      return await settleCommands(deps, trx, rows, { type: 'unlinked' }, nowMs);
    });
    tell(ended);
    return ended.length;
  }

  async function sendAgain(): Promise<number> {
    const due = await takeDueCommands(db, deps, clock.now(), CHUNK);
    // One that waits for a device that is here after all: whoever took it in died before it could ask, or could not be heard.
    await dispatch(due.filter(({ deviceSignId }) => gateway.isHere(deviceSignId)));
    return due.length;
  }

  const repeat = async (work: () => Promise<number>): Promise<void> => {
    for (let done = CHUNK; done === CHUNK;) done = await work();
  };

  /** One round; rejects when the database is away. */
  async function sweep(): Promise<void> {
    const due = await findDueWork(db, clock.now());
    if (due.overdue) await repeat(endOverdue);
    if (due.unlinked) await repeat(endUnlinked);
    if (due.again) await repeat(sendAgain);
  }

  async function removeScreenshots(): Promise<number> {
    const removed = await removeOldScreenshots(db, deps.screenshotsSinceMs(), CHUNK);
    notifySignsChanged(feed, removed);
    return removed.length;
  }

  return {
    sweep,

    sweepers: [
      { name: 'commands', due: nextCommandWork(timeOfQuery()), sweep },
      {
        name: 'regularCommands',
        due: hasRegularCommands(timeOfQuery(REGULAR_KEPT_MS + REGULAR_BITE_MS)),
        sweep: () => pruneRegularCommands(db, clock.now() - REGULAR_KEPT_MS),
      },
      { name: 'oldScreenshots', due: nextTooOld(deps.screenshotDays * DAY_MS), sweep: () => repeat(removeScreenshots) },
    ],

    /** Removes what is too old. */
    async prune(): Promise<void> {
      const nowMs = clock.now();
      await repeat(removeScreenshots);
      await removeForeignScreenshots(db);
      await pruneRegularCommands(db, nowMs - REGULAR_KEPT_MS);
      await db
        .deleteFrom('command')
        .where('id', '<', firstUuidV7At(nowMs - COMMANDS_KEPT_MS))
        .execute();
    },
  };
}

const hasRegularCommands = (finishedUntil: RawBuilder<Date>) => sql<boolean>`exists (
  select from command where sent_by_id is null and finished_at <= ${finishedUntil})`;

async function pruneRegularCommands(db: Db, finishedUntilMs: number): Promise<void> {
  await db
    .deleteFrom('command')
    .where('sentById', 'is', null)
    .where('finishedAt', '<=', new Date(finishedUntilMs))
    .execute();
}
