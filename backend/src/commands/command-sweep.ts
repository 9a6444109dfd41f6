import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { settleCommands } from './command-settling.ts';
import { findDueWork, lockOverdueCommands, lockUnlinkedCommands, takeDueCommands } from './commands-repository.ts';
import type { CommandsDeps, CommandsService } from './commands-service.ts';
import { pruneScreenshots } from './screenshots.ts';

/**
 * What time does to commands, done by any node: ends those whose time or whose device has gone, sends again what nobody answers (its message was
 * lost, or the node that was to send it died; R2), and removes what is too old.
 */

/** So many rows a transaction: some tens of milliseconds. */
const CHUNK = 500;
/** The service's own commands are nobody's record; they stand for as long as somebody may look after a screenshot. */
const REGULAR_KEPT_MS = 3_600_000;
/** What people sent is in the audit log for ever, and here for as long as a season. */
const COMMANDS_KEPT_MS = 180 * 24 * 3_600_000;

export function createCommandSweep(
  deps: CommandsDeps & Pick<CommandsService, 'tell' | 'dispatch' | 'screenshotsSinceMs'>,
) {
  const { db, clock, gateway, tell, dispatch } = deps;

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
    const due = await takeDueCommands(db, deps.nodeId, clock.now(), CHUNK);
    // One that waits for a device that is here after all: whoever took it in died before it could ask, or could not be heard.
    await dispatch(due.filter(({ deviceSignId }) => gateway.isHere(deviceSignId)));
    return due.length;
  }

  const repeat = async (work: () => Promise<number>): Promise<void> => {
    for (let done = CHUNK; done === CHUNK;) done = await work();
  };

  return {
    /** One round; rejects when the database is away. */
    async sweep(): Promise<void> {
      const due = await findDueWork(db, clock.now());
      if (due.overdue) await repeat(endOverdue);
      if (due.unlinked) await repeat(endUnlinked);
      if (due.again) await repeat(sendAgain);
    },

    /** Removes what is too old. */
    async prune(): Promise<void> {
      const nowMs = clock.now();
      await pruneScreenshots(db, deps.screenshotsSinceMs());
      await pruneCommands(db, nowMs);
    },
  };
}

/** The least UUID v7 of a moment: its time, and zeros. */
const uuidOf = (atMs: number): string => {
  const time = Math.max(0, atMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};

async function pruneCommands(db: Kysely<Database>, nowMs: number): Promise<void> {
  await db
    .deleteFrom('command')
    .where('sentById', 'is', null)
    .where('finishedAt', '<=', new Date(nowMs - REGULAR_KEPT_MS))
    .execute();
  await db
    .deleteFrom('command')
    .where('id', '<', uuidOf(nowMs - COMMANDS_KEPT_MS))
    .execute();
}
