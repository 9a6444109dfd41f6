import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { BULK_SIGNS_MOST, UNDOABLE_MS, WAITING_CHANGES } from '@sign-display/contracts/limits';
import type { BulkRequest, BulkResponse, UndoBulkResponse } from '@sign-display/contracts/rest/bulk';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Sweeper } from '../../cluster/due-work-sweeps.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import { idErrors } from '../../http/list-id-errors.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { checkStorage } from '../command-checks.ts';
import { listSignIds } from '../../signs/sign-list.ts';
import { checkWaiting, lockWaiting } from './bulk-admission.ts';
import { findOwnSignIds, insertBulk, pruneBulks, type BulkRow } from './bulk-repository.ts';
import { forgetUndoable, nextForgetting, startUndo } from './bulk-undo.ts';
import { createBulkWorker, type BulkDeps } from './bulk-worker.ts';

/**
 * Accepts one request for many signs (contract, 3.1; promise M1). The request is stored as rows and answered; the work
 * runs in the background.
 */

/** The audit row names up to this many signs (40 kB). Beyond that, only the history of each sign shows the request. */
const NAMED_IN_AUDIT = 1_000;
const KEPT_MS = 30 * 24 * 3_600_000;
/**
 * The changes that an organization retains: ten full queues. Undos and pages that follow a request need only the
 * newest.
 */
const KEPT_CHANGES = 10 * WAITING_CHANGES.organization;

export function createBulkService(deps: BulkDeps) {
  const { db, clock, random, feed } = deps;

  const tellProgress = ({ id, organizationId }: Pick<BulkRow, 'id' | 'organizationId'>): void =>
    feed.bulksChanged(organizationId, [id]);
  const worker = createBulkWorker({ ...deps, tellProgress });

  /**
   * Returns the identifiers of the target signs. A sign that does not exist or belongs to another organization is
   * `not_found` (promise A1).
   */
  async function resolve({ organizationId, target }: BulkRequest): Promise<string[] | RestRefusal> {
    if ('signIds' in target) {
      const ids = Array.from(new Set(target.signIds));
      const own = await findOwnSignIds(db, organizationId, ids);
      if (own.length === ids.length) return own;
      const errors = idErrors('/target/signIds', target.signIds, {
        fitting: own,
        message: 'is not a sign of this organization',
      });
      return { code: 'not_found', detail: 'Some of these signs do not exist.', errors };
    }
    const ids = await listSignIds(db, { organizationId, ...target.filter }, BULK_SIGNS_MOST + 1);
    if (ids.length <= BULK_SIGNS_MOST) return ids;
    const message = `matches more than ${BULK_SIGNS_MOST} signs`;
    return {
      code: 'validation_failed',
      detail: `The filter ${message}.`,
      errors: [{ path: '/target/filter', message }],
    };
  }

  return {
    /** Accepts the request, and begins with it. Who may, and may show the page, is decided before. */
    async start(author: SignedInAuthor, request: BulkRequest): Promise<BulkResponse | Refusal> {
      const { organizationId, target, action } = request;
      const ids = await resolve(request);
      if ('code' in ids) return ids;
      const full = await checkStorage(db, deps.quotas, organizationId, action);
      if (full) return full;
      const id = makeUuidV7(clock, random);
      const nowMs = clock.now();
      const total = ids.length;
      const { id: actorId, name: actorName, email: actorEmail } = author.person;
      const actor = { actorId, actorName, actorEmail, requestId: author.requestId };
      const createdAt = new Date(nowMs);
      const finishedAt = total === 0 ? createdAt : null;
      const progress = { total, done: 0, failed: 0, finishedAt };
      const undoableUntil = 'command' in action ? null : new Date(nowMs + UNDOABLE_MS);
      const undo = { undoableUntil, undoOf: null, leftOut: null };
      const bulk = { id, organizationId, action: JSON.stringify(action), ...actor, createdAt, ...progress, ...undo };
      const refused = await db.transaction().execute(async (trx) => {
        await lockWaiting(trx, organizationId, actorId);
        const tooMany = await checkWaiting(trx, bulk, total);
        if (tooMany) return tooMany;
        await insertBulk(trx, bulk, ids, 'override' in action ? 'waiting' : 'pending');
        const filter = 'filter' in target && { filter: target.filter };
        const named = total <= NAMED_IN_AUDIT && { signIds: ids };
        const detail = { action, signs: total, ...filter, ...named };
        const entry = { organizationId, action: 'sign.bulk', target: { type: 'bulk', id }, detail };
        await recordAudit(trx, author, entry, nowMs);
        return null;
      });
      if (refused) return refused;
      tellProgress(bulk);
      void worker.work();
      return { bulkId: id, accepted: total };
    },

    /**
     * Undoes the bulk request `bulkId` by a new request (contract, 3.2), and starts that. Returns `conflict` if the
     * bulk request can't be undone, can no longer be undone or was undone already, and `quota_exceeded` if too many
     * changes wait. The caller has checked the author's role.
     */
    async undo(author: SignedInAuthor, bulkId: string): Promise<UndoBulkResponse | Refusal> {
      const started = await db.transaction().execute((trx) => startUndo(trx, deps, bulkId, author));
      if ('code' in started) return started;
      const { organizationId, ...response } = started;
      feed.bulksChanged(organizationId, [bulkId, response.bulkId]);
      void worker.work();
      return response;
    },

    askForWord: worker.askForWord,
    sweep: worker.sweep,
    sweepers: [
      worker.sweeper,
      { name: 'undoable', due: nextForgetting, sweep: () => forgetUndoable(db, clock.now()) },
    ] satisfies Sweeper[],
    stop: worker.stop,

    prune: () => pruneBulks(db, clock.now() - KEPT_MS, KEPT_CHANGES),
  };
}

export type BulkService = ReturnType<typeof createBulkService>;
