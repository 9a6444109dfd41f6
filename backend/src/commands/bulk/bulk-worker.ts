import { isDatabaseUnavailable } from '../../db/connection.ts';
import type { CommandRow } from '../commands-repository.ts';
import type { CommandsDeps, CommandsService } from '../commands-service.ts';
import { whenAsked } from '../../cluster/question.ts';
import type { Sweeper } from '../../cluster/sweeps.ts';
import type { CommittedChange } from '../../signs/committed-change.ts';
import type { Logger } from '../../logging/logger.ts';
import {
  hasOpenSigns,
  listPendingSigns,
  lockPendingBulk,
  takeUntold,
  writeOutcomes,
  writeTold,
  type BulkRow,
  type SignOutcome,
} from './bulk-repository.ts';
import type { RestartChange } from '../../signs/restarts.ts';
import { askAgain, workOn } from './bulk-work.ts';

/**
 * Works off bulk requests (promise M1), a piece a transaction, on whichever node comes to it: what a node had not committed when it died another
 * one does, and what it had not told another one tells.
 */

/** A piece takes some tens of milliseconds: nobody waits for its locks for longer. */
const PIECE = 200;
/** Longer than telling a piece takes, by far. */
const TOLD_WITHIN_MS = 10_000;
/** So often a piece is tried whose failure is not the database's absence; then its signs have failed. */
const TRIES = 3;
export interface BulkDeps extends CommandsDeps {
  log: Logger;
  commands: Pick<CommandsService, 'tell' | 'dispatch'>;
}

/** What a piece left to send, once committed. */
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
  const { db, clock, telling, commands, log, tellProgress } = deps;
  const state = { isAsked: false, isStopped: false };
  let working: Promise<void> | null = null;

  /** The next piece of the oldest bulk that waits; null where none does. */
  async function takePiece(): Promise<Piece | null> {
    return await db.transaction().execute(async (trx) => {
      const bulk = await lockPendingBulk(trx);
      if (!bulk) return null;
      const pending = await listPendingSigns(trx, bulk.id, PIECE);
      const { outcomes, ...sent } = await workOn(trx, deps, bulk, pending);
      await writeOutcomes(trx, bulk.id, outcomes, clock.now());
      const written = outcomes.filter(({ state }) => state === 'written');
      return { ...sent, bulk, written };
    });
  }

  /** Notes that the kiosks of these signs were told. */
  async function noteTold(bulkId: string, signRecordIds: readonly string[]): Promise<void> {
    if (signRecordIds.length === 0) return;
    await db.transaction().execute((trx) => writeTold(trx, bulkId, signRecordIds, clock.now()));
  }

  /** Sends what a piece, once committed, has left to send. */
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

  /** A piece that can't be done is not tried for ever: whatever waits behind it would wait for ever too. */
  async function giveUpPiece(): Promise<void> {
    const given = await db.transaction().execute(async (trx) => {
      const bulk = await lockPendingBulk(trx);
      if (!bulk) return null;
      const pending = await listPendingSigns(trx, bulk.id, PIECE);
      const outcomes = pending.map(
        ({ signRecordId }) => ({ signRecordId, state: 'failed', code: 'internal' }) as const,
      );
      return await writeOutcomes(trx, bulk.id, outcomes, clock.now());
    });
    if (given) tellProgress(given);
  }

  async function workOff(): Promise<void> {
    for (let tries = 1; !state.isStopped;) {
      let piece: Piece | null = null;
      try {
        piece = await takePiece();
        if (!piece) return;
        tries = 1;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error, tries }, 'piece of a bulk request failed');
        if (tries === TRIES) await giveUpPiece();
        tries = tries === TRIES ? 1 : tries + 1;
        continue;
      }
      // It is committed: what fails from here on is told again by the sweep, and is no failure of the piece.
      await tellPiece(piece).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error }, 'signs of a bulk request not notified, retrying');
      });
    }
  }

  /** Works off what waits, one piece after the other; whoever asks meanwhile is served by the same round. Never rejects. */
  function work(): Promise<void> {
    state.isAsked = true;
    working ??= (async () => {
      while (state.isAsked && !state.isStopped) {
        state.isAsked = false;
        await workOff().catch((error: unknown) =>
          log.warn({ err: error }, 'bulk work interrupted, next try in a moment'),
        );
      }
      working = null;
    })();
    return working;
  }

  /** Tells the kiosks that a node which died has not told. */
  async function tellUntold(): Promise<void> {
    const nowMs = clock.now();
    const untold = await takeUntold(db, nowMs - TOLD_WITHIN_MS, nowMs, PIECE);
    for (const [bulkId, ofOne] of Map.groupBy(untold, (each) => each.bulkId)) {
      const ids = ofOne.map(({ signRecordId }) => signRecordId);
      const signs = await db.selectFrom('sign').selectAll().where('id', 'in', ids).execute();
      const bulk = await db.selectFrom('bulk').select(['id', 'action']).where('id', '=', bulkId).executeTakeFirst();
      if (bulk) await telling.changed(askAgain(bulk, signs));
      await noteTold(bulkId, ids);
    }
  }

  /** One round of what other nodes left; rejects when the database is away. */
  async function sweep(): Promise<void> {
    await work();
    await tellUntold();
  }

  return {
    work,
    sweep,
    sweeper: { name: 'bulk', due: hasOpenSigns(whenAsked(TOLD_WITHIN_MS)), sweep } satisfies Sweeper,

    /** Resolves when the piece under way is done; the rest is another node's. */
    async stop(): Promise<void> {
      state.isStopped = true;
      await working;
    },
  };
}
