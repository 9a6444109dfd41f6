import { sql } from 'kysely';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { Db, Trx } from '../db/database-types.ts';
import { historyOfSign } from '../history/create-history-item.ts';
import { appendHistory } from '../history/history-repository.ts';
import { storableText } from '../db/storable-json.ts';
import { recordNotices } from '../outages/notice-queue.ts';
import { beginRestarts, endUpdateRestart, type RestartChange } from '../signs/begin-and-end-restarts.ts';
import { updateCommands, type CommandRow } from './commands-repository.ts';

/**
 * What a sign's updater says of itself. Operators see it at the `update` command that set it going (`result.updateStatus`, told by
 * `command:update`), and in the sign's history where an update begins to be installed or failed.
 */

type UpdateStatus = KioskMessage<'sign:update_status'>;

/** A download tells its progress often; dashboards see every tenth of it. */
const PERCENT_STEP = 10;
/** An updater that fails in a loop fills no history: so long nothing more is noted. */
const NOTED_EVERY_MS = 60_000;
/** What people are told of a failure in a line. */
const MOST_DETAIL = 200;
/** An updater that works for longer than this was set going by something else. */
const COMMAND_WITHIN_MS = 24 * 3_600_000;

const isNoted = (state: UpdateStatus['state']): boolean => state === 'installing' || state === 'failed';

/** Whether this very failure was told last: an updater may say more of it, and say it again. */
async function hasFailed(trx: Trx, signRecordId: string, deviceSignId: string, version: string | null) {
  const last = await trx
    .selectFrom('updateStatus')
    .select(['state', 'version'])
    .where('signRecordId', '=', signRecordId)
    .where('deviceSignId', '=', deviceSignId)
    .forUpdate()
    .executeTakeFirst();
  return last?.state === 'failed' && last.version === version;
}

/** What has become other by a status. */
interface Noted {
  /** The `update` command that shows it, if there is one. */
  commands: CommandRow[];
  restarts: RestartChange[];
}
const NOTHING: Noted = { commands: [], restarts: [] };

/** Keeps `status` if it is news. A sign that installs an update restarts, and may be silent meanwhile (promise N9). */
export async function noteUpdateStatus(
  trx: Trx,
  { clock, random }: Ports,
  deviceSignId: string,
  status: UpdateStatus,
  nowMs: number,
): Promise<Noted> {
  const { state, version = null, percent = null, detail = null } = status;
  const query = trx.selectFrom('sign').selectAll().where('deviceSignId', '=', deviceSignId);
  const sign = await (isNoted(state) ? query.forNoKeyUpdate() : query.forKeyShare()).executeTakeFirst();
  if (!sign) return NOTHING;
  const isFailure = state === 'failed' && !(await hasFailed(trx, sign.id, deviceSignId, version));
  const told = { deviceSignId, state, version, percent, detail, at: new Date(nowMs) };
  const known = await trx
    .insertInto('updateStatus')
    .values({ signRecordId: sign.id, ...told, notedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('signRecordId')
        .doUpdateSet(told)
        .where(
          sql<boolean>`(update_status.device_sign_id, update_status.state, update_status.version, update_status.detail) is distinct from (excluded.device_sign_id, excluded.state, excluded.version, excluded.detail)
            or abs(coalesce(update_status.percent, 0) - coalesce(excluded.percent, 0)) >= ${PERCENT_STEP}`,
        ),
    )
    .returning('notedAt')
    .executeTakeFirst();
  if (!known) return NOTHING;
  const restarts =
    state === 'installing'
      ? await beginRestarts(trx, [{ signRecordId: sign.id, commandId: null }], nowMs)
      : state === 'failed'
        ? await endUpdateRestart(trx, sign.id)
        : [];
  if (isNoted(state) && nowMs - (known.notedAt?.getTime() ?? -Infinity) >= NOTED_EVERY_MS) {
    await trx
      .updateTable('updateStatus')
      .set({ notedAt: new Date(nowMs) })
      .where('signRecordId', '=', sign.id)
      .execute();
    const words = [version, detail].filter(Boolean).join(': ') || null;
    const happened = { kind: 'app_update', outcome: state, detail: words };
    await appendHistory(trx, [historyOfSign({ clock, random }, sign, null, happened, nowMs)]);
  }
  const command = await trx
    .selectFrom('command')
    .select('id')
    .where('signRecordId', '=', sign.id)
    .where('deviceSignId', '=', deviceSignId)
    .where('command', '=', 'update')
    .where('state', 'in', ['sent', 'acked'])
    .where('createdAt', '>', new Date(nowMs - COMMAND_WITHIN_MS))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const shown = JSON.stringify({
    updateStatus: { state, version, percent, detail, at: new Date(nowMs).toISOString() },
  });
  const result = sql`coalesce(result, '{}') || ${shown}::jsonb` as never;
  const commands = command ? await updateCommands(trx, [command.id], { result }) : [];
  if (isFailure) {
    const { organizationId, eventId, id: signRecordId, name: signName } = sign;
    const words = storableText([version, detail].filter(Boolean).join(': ').slice(0, MOST_DETAIL)) || null;
    const of = { organizationId, eventId, signRecordId, signName };
    await recordNotices(trx, [{ ...of, kind: 'update_failed', at: new Date(nowMs), detail: words }]);
  }
  return { commands, restarts };
}

/** What the updater of a record's present device said last; null: nothing. */
export async function findUpdateStatus(db: Db, signRecordId: string, deviceSignId: string) {
  const query = db.selectFrom('updateStatus').select(['state', 'version']).where('signRecordId', '=', signRecordId);
  return (await query.where('deviceSignId', '=', deviceSignId).executeTakeFirst()) ?? null;
}
