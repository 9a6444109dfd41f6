import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { AuditFault, AuditVerification } from '@sign-display/contracts/rest/audit';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';
import type { Logger } from '../logging/logger-type.ts';
import { recordAudit } from './audit-log.ts';
import { checkStoredChain } from './check-stored-chain.ts';
import type { Author } from '../http/change-author-types.ts';
import type { AuditCheckTable } from './tables.ts';

/**
 * Checks the audit logs (promise D16) each night, and when an admin requests a check. A check is a job, so it survives
 * the death of the node that accepted it. `audit_check` has the state and result of each check.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In UTC. Few people work at this hour in the time zones of most of the service's events. */
const NIGHT_HOUR = 2;
/** A check this old has died with its job, so the next check may start. */
const GIVEN_UP_AFTER_MS = 6 * HOUR_MS;
/** A check that began later than this after now was begun by a clock that has been set back since. Clocks of nodes differ by less. */
const CLOCK_SET_BACK_MS = 5 * 60_000;

export interface AuditCheckDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Adds the job of a check in the transaction that begins the check. */
  addCheck(trx: Trx, organizationId: string): Promise<void>;
  /** Adds the mails about new faults, in the transaction that stores them. */
  addMails(trx: Trx, organizationId: string, faults: readonly AuditFault[]): Promise<void>;
}

function verificationOf(row: Selectable<AuditCheckTable> | undefined): AuditVerification {
  if (!row) return { state: 'none' };
  const { state, checkedAt, rows, durationMs, faults } = row;
  const [fault = null, ...otherFaults] = faults;
  const number = (text: string | null): number | null => (text === null ? null : Number(text));
  return {
    state,
    checkedAt: checkedAt && checkedAt.toISOString(),
    rows: number(rows),
    durationMs: number(durationMs),
    fault,
    ...(otherFaults.length > 0 && { otherFaults }),
  };
}

const isSameFault = (one: AuditFault, other: AuditFault): boolean => one.seq === other.seq && one.kind === other.kind;

/** The last check of an organization's log, or `{ state: "none" }`. */
export async function findVerification(db: Db, organizationId: string): Promise<AuditVerification> {
  const query = db.selectFrom('auditCheck').selectAll().where('organizationId', '=', organizationId);
  return verificationOf(await query.executeTakeFirst());
}

export function createAuditChecks({ db, clock, log, addCheck, addMails }: AuditCheckDeps) {
  /**
   * Begins a check for each of `organizations` (a select of ids), unless a check is running or began after `after`.
   * Resolves with the organizations whose check began.
   */
  async function begin(trx: Trx, organizations: RawBuilder<unknown>, after: Date | 'infinity'): Promise<string[]> {
    const nowMs = clock.now();
    const isAhead = sql`audit_check.started_at > ${new Date(nowMs + CLOCK_SET_BACK_MS)}`;
    const { rows } = await sql<{ organizationId: string }>`
      insert into audit_check (organization_id, state, started_at)
      select organization_id, 'running', ${new Date(nowMs)} from (${organizations}) as due (organization_id)
      on conflict (organization_id) do update set state = 'running', started_at = excluded.started_at
      where (audit_check.started_at < ${after}::timestamptz or ${isAhead})
        and (audit_check.state = 'done' or audit_check.started_at < ${new Date(nowMs - GIVEN_UP_AFTER_MS)} or ${isAhead})
      returning organization_id as "organizationId"`.execute(trx);
    const begun = rows.map(({ organizationId }) => organizationId).toSorted();
    for (const organizationId of begun) await addCheck(trx, organizationId);
    return begun;
  }

  return {
    /**
     * Begins a check that an admin requested, and writes the request into the log. Resolves with null if a check is
     * running.
     */
    start: (organizationId: string, author: Author): Promise<AuditVerification | null> =>
      db.transaction().execute(async (trx) => {
        const begun = await begin(trx, sql`select ${organizationId}::uuid`, 'infinity');
        if (begun.length === 0) return null;
        const entry = {
          organizationId,
          action: 'audit.verify',
          target: { type: 'organization', id: organizationId },
        };
        await recordAudit(trx, author, entry, clock.now());
        return await findVerification(trx, organizationId);
      }),

    /** Begins those of this night's checks that have not begun yet. Any node may call this at any time. */
    async startNightly(): Promise<void> {
      const nightMs = Math.floor((clock.now() - NIGHT_HOUR * HOUR_MS) / DAY_MS) * DAY_MS + NIGHT_HOUR * HOUR_MS;
      // Also a log of which all is gone but its last check.
      const organizations = sql`
        select organization_id from audit_head union select organization_id from audit_check order by organization_id`;
      await db.transaction().execute((trx) => begin(trx, organizations, new Date(nightMs)));
    },

    /** Does a check that was begun, and stores its result, unless another check has begun meanwhile. */
    async check(organizationId: string): Promise<void> {
      const beganMs = clock.monotonicMs();
      const begun = await db
        .selectFrom('auditCheck')
        .select(['startedAt', 'notes'])
        .where('organizationId', '=', organizationId)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (!begun) return;
      const { rows, faults, notes, counts, countedSeq } = await checkStoredChain(
        { db, clock },
        organizationId,
        begun.notes,
      );
      await db.transaction().execute(async (trx) => {
        const before = await trx
          .selectFrom('auditCheck')
          .select('faults')
          .where('organizationId', '=', organizationId)
          .where('state', '=', 'running')
          .where('startedAt', '=', begun.startedAt)
          .forUpdate()
          .executeTakeFirst();
        if (!before) return log.info({ organizationId }, 'result of a late audit check dropped');
        const isKnown = (fault: AuditFault): boolean => before.faults.some((known) => isSameFault(known, fault));
        // A known fault stays as it was reported.
        const stored = faults.map((fault) => before.faults.find((known) => isSameFault(known, fault)) ?? fault);
        await trx
          .updateTable('auditCheck')
          .set({
            state: 'done',
            checkedAt: new Date(clock.now()),
            rows,
            durationMs: Math.round(clock.monotonicMs() - beganMs),
            faults: JSON.stringify(stored),
            notes: JSON.stringify(notes),
            counts: JSON.stringify(counts),
            countedSeq,
          })
          .where('organizationId', '=', organizationId)
          .execute();
        const added = faults.filter((fault) => !isKnown(fault));
        if (added.length > 0) await addMails(trx, organizationId, added);
      });
      const [first] = faults;
      if (first) {
        const { seq, kind } = first;
        log.error({ organizationId, seq, kind, faults: faults.length }, 'audit log has a fault');
      }
    },
  };
}

export type AuditChecks = ReturnType<typeof createAuditChecks>;
