import { createBatchedRead } from '../../db/batched-read.ts';
import { isDatabaseUnavailable } from '../../db/open-database.ts';
import type { CommandRow } from '../commands-repository.ts';
import type { CommandsDeps, CommandsService } from '../commands-service.ts';
import { timeOfQuery } from '../../cluster/polling-query.ts';
import type { Sweeper } from '../../cluster/due-work-sweeps.ts';
import type { CommittedChange } from '../../signs/committed-change-type.ts';
import type { Logger } from '../../logging/logger-type.ts';
import {
  endTurn,
  findUnanswered,
  hasOpenSigns,
  listPendingSigns,
  lockBulk,
  lockNextBulk,
  takeUnreported,
  writeOutcomes,
  markReported,
  type BulkRow,
  type SignOutcome,
} from './bulk-repository.ts';
import type { RestartChange } from '../../signs/begin-and-end-restarts.ts';
import { askAgain, workOn } from './process-bulk-batch.ts';

/**
 * Processes bulk requests (promise M1) in batches, one transaction each, on any node. If a node dies, another node
 * processes its uncommitted signs and notifies the kiosks that were not notified.
 */

/** The signs of a batch, which takes some tens of milliseconds, so others wait no longer for its locks. */
const PIECE = 200;
/** Much longer than notifying the kiosks of a batch takes. */
const TOLD_WITHIN_MS = 10_000;
/**
 * How often a failing batch is tried, once per turn, before its signs fail. Failures of the database connection don't
 * count.
 */
const TRIES = 3;
export interface BulkDeps extends CommandsDeps {
  log: Logger;
  commands: Pick<CommandsService, 'tell' | 'dispatch'>;
}

/** The messages that remain to be sent once a batch is committed. */
interface Piece {
  bulk: BulkRow;
  written: SignOutcome[];
  changes: CommittedChange[];
  commands: CommandRow[];
  begun: RestartChange[];
}

export function createBulkWorker(
  deps: BulkDeps & { tellProgress(bulk: Pick<BulkRow, 'id' | 'organizationId'>): void },
) {
  const { db, clock, gateway, telling, commands, log, tellProgress } = deps;
  const state = { isAsked: false, isStopped: false };
  let working: Promise<void> | null = null;

  /**
   * Processes the next batch, which is its organization's turn; null if none waits. `begun` gets the bulk request
   * before its signs are processed.
   */
  async function takePiece(begun: (bulkId: string) => void): Promise<Piece | null> {
    return await db.transaction().execute(async (trx) => {
      const bulk = await lockNextBulk(trx);
      if (!bulk) return null;
      begun(bulk.id);
      await endTurn(trx, bulk.organizationId);
      const pending = await listPendingSigns(trx, bulk.id, PIECE);
      const { outcomes, ...sent } = await workOn(trx, deps, bulk, pending);
      await writeOutcomes(trx, bulk.id, outcomes, clock.now());
      const written = outcomes.filter(({ state }) => state === 'written');
      return { ...sent, bulk, written };
    });
  }

  /** Stores that the kiosks of these signs were notified. */
  async function noteTold(bulkId: string, signRecordIds: readonly string[]): Promise<void> {
    if (signRecordIds.length === 0) return;
    await db.transaction().execute((trx) => markReported(trx, bulkId, signRecordIds, clock.now()));
  }

  /** Sends the remaining messages of a committed batch. */
  async function tellPiece(piece: Piece): Promise<void> {
    deps.restarts.begun(piece.begun);
    commands.tell(piece.commands);
    await commands.dispatch(piece.commands, piece.commands.length > 0 ? piece.changes : []);
    if (piece.commands.length === 0) await telling.changed(piece.changes);
    tellProgress(piece.bulk);
    await noteTold(
      piece.bulk.id,
      piece.written.map(({ signRecordId }) => signRecordId),
    );
  }

  /**
   * A piece that failed was its organization's turn all the same. It is not tried for ever: after the last try its signs have failed, because everything of the
   * organization waits behind it.
   */
  async function noteFailure(bulkId: string, isLast: boolean): Promise<void> {
    const failed = await db.transaction().execute(async (trx) => {
      const bulk = await lockBulk(trx, bulkId);
      if (!bulk) return null;
      await endTurn(trx, bulk.organizationId);
      if (!isLast) return null;
      const pending = await listPendingSigns(trx, bulk.id, PIECE);
      const outcomes = pending.map(
        ({ signRecordId }) => ({ signRecordId, state: 'failed', code: 'internal' }) as const,
      );
      return await writeOutcomes(trx, bulk.id, outcomes, clock.now());
    });
    if (failed) tellProgress(failed);
  }

  async function workOff(): Promise<void> {
    const failures = new Map<string, number>();
    while (!state.isStopped) {
      let bulkId: string | null = null;
      let piece: Piece | null = null;
      try {
        piece = await takePiece((id) => (bulkId = id));
        if (!piece) return;
        failures.delete(piece.bulk.id);
      } catch (error) {
        if (bulkId === null || isDatabaseUnavailable(error)) throw error;
        const tries = (failures.get(bulkId) ?? 0) + 1;
        log.error({ err: error, bulkId, tries }, 'batch of a bulk request failed');
        failures.set(bulkId, tries % TRIES);
        await noteFailure(bulkId, tries === TRIES);
        continue;
      }
      // The batch is committed. If a notification fails now, the sweep repeats it, and the batch does not count as
      // failed.
      await tellPiece(piece).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error }, 'signs of a bulk request not notified, retrying');
      });
    }
  }

  /**
   * Processes all waiting signs, one batch after the other. Calls during a round are covered by the same round. Never
   * rejects.
   */
  function work(): Promise<void> {
    state.isAsked = true;
    working ??= (async () => {
      while (state.isAsked && !state.isStopped) {
        state.isAsked = false;
        await workOff().catch((error: unknown) => log.warn({ err: error }, 'bulk request interrupted, retrying'));
      }
      working = null;
    })();
    return working;
  }

  /** Notifies the kiosks that a dead node has not notified. */
  async function tellUntold(): Promise<void> {
    const nowMs = clock.now();
    const untold = await takeUnreported(db, nowMs - TOLD_WITHIN_MS, nowMs, PIECE);
    for (const [bulkId, ofOne] of Map.groupBy(untold, (each) => each.bulkId)) {
      const ids = ofOne.map(({ signRecordId }) => signRecordId);
      const signs = await db.selectFrom('sign').selectAll().where('id', 'in', ids).execute();
      const bulk = await db.selectFrom('bulk').select(['id', 'action']).where('id', '=', bulkId).executeTakeFirst();
      if (bulk) await telling.changed(askAgain(bulk, signs));
      await noteTold(bulkId, ids);
    }
  }

  const findUnansweredOf = createBatchedRead((keys) => findUnanswered(db, keys), { pace: deps.pace });
  /**
   * Sends a device of this node the page or settings of another node's bulk request, so that its kiosk answers. The
   * complete state follows anyway.
   */
  async function askForWord(bulkId: string, deviceSignId: string): Promise<void> {
    const found = await findUnansweredOf(`${bulkId} ${deviceSignId}`);
    if (!found || 'command' in found.bulk.action) return;
    for (const { display, settings } of askAgain(found.bulk, [found.sign])) {
      if (display) gateway.send(deviceSignId, 'sign:display_content', display);
      if (settings) gateway.send(deviceSignId, 'sign:settings_update', settings);
    }
  }

  /** Runs one round over the work that other nodes left. Rejects if the database is unavailable. */
  async function sweep(): Promise<void> {
    await work();
    await tellUntold();
  }

  return {
    work,
    askForWord,
    sweep,
    sweeper: { name: 'bulk', due: hasOpenSigns(timeOfQuery(TOLD_WITHIN_MS)), sweep } satisfies Sweeper,

    /** Resolves when the piece under way is done; the rest is another node's. */
    async stop(): Promise<void> {
      state.isStopped = true;
      await working;
    },
  };
}
