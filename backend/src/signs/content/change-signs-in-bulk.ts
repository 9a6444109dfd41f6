import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { SettingsPatch } from '@sign-display/contracts/common-schemas';
import type { Author } from '../../http/change-author-types.ts';
import type { Trx } from '../../db/database-types.ts';
import { historyOfSign } from '../../history/create-history-item.ts';
import { appendHistory } from '../../history/history-repository.ts';
import { lockSigns } from '../signs-repository.ts';
import type { CommittedChange } from '../committed-change-type.ts';
import type { SignRow } from '../sign-view.ts';
import { updateShownContent } from './update-page-to-show.ts';

/**
 * Changes of many records at once (promise M1), each in a handful of statements whatever their number, with a history row a sign. The audit
 * row is the caller's, one for all, after them. Each gives what to tell after the commit (`SignTelling.changed`); a sign that is not among it
 * had nothing to change, or is gone.
 */
/** So many rows of history a statement: below what Postgres takes of parameters. */
const HISTORY_CHUNK = 1_000;

/** Notes in the history of each that `detail` was changed. */
export async function noteUpdate(
  trx: Trx,
  deps: Ports,
  rows: readonly SignRow[],
  author: Author,
  detail: string,
  nowMs: number,
): Promise<void> {
  const happened = { kind: 'update', detail };
  const items = rows.map((row) => historyOfSign(deps, row, author.person, happened, nowMs));
  for (let from = 0; from < items.length; from += HISTORY_CHUNK)
    await appendHistory(trx, items.slice(from, from + HISTORY_CHUNK));
}

const idsOf = (rows: readonly SignRow[]): string[] => rows.map(({ id }) => id);

/**
 * Assigns `url` (null: nothing) to records. All of them get one content's identifier: it is one piece of content on many signs. An override
 * without an end is over by it; one with an end, and schedules, stay over it.
 */
export async function assignUrl(
  trx: Trx,
  deps: Ports,
  signRecordIds: readonly string[],
  url: string | null,
  author: Author,
  nowMs: number,
): Promise<CommittedChange[]> {
  const isOpenEnded = (row: SignRow) => row.overrideUrl !== null && row.overrideUntil === null;
  const locked = await lockSigns(trx, signRecordIds);
  const changing = locked.filter((row) => row.url !== url || isOpenEnded(row));
  if (changing.length === 0) return [];
  const contentId = url === null ? null : makeUuidV7(deps.clock, deps.random);
  const after = await trx
    .updateTable('sign')
    .set({ url, contentId, updatedAt: new Date(nowMs), version: sql`version + 1` })
    .set((eb) => ({
      overrideUrl: eb.case().when('overrideUntil', 'is', null).then(null).else(eb.ref('overrideUrl')).end(),
      overrideContentId: eb.case().when('overrideUntil', 'is', null).then(null).else(eb.ref('overrideContentId')).end(),
      configVersion: sql`config_version + 1`,
    }))
    .where('id', '=', sql<string>`any(${idsOf(changing)}::uuid[])`)
    .returningAll()
    .execute();
  const before = new Map(changing.map((row) => [row.id, row]));
  const displays = new Map(
    (await updateShownContent(trx, after, nowMs, { before, isCounted: true })).map((each) => [each.signRecordId, each]),
  );
  await noteUpdate(trx, deps, after, author, 'url', nowMs);
  return after.map((row) => displays.get(row.id) ?? plainChange(row));
}

export const plainChange = ({ id, organizationId, deviceSignId }: SignRow): CommittedChange => ({
  signRecordId: id,
  organizationId,
  deviceSignId,
});

/** Merges `patch` into the settings of records, where null removes one; of those where it changes something, the kiosks get it as `sign:settings_update`. */
export async function mergeSettings(
  trx: Trx,
  deps: Ports,
  signRecordIds: readonly string[],
  patch: SettingsPatch,
  author: Author,
  nowMs: number,
): Promise<CommittedChange[]> {
  const names = Object.keys(patch) as (keyof SettingsPatch)[];
  const locked = await lockSigns(trx, signRecordIds);
  const changing = locked.filter(({ settings }) => names.some((name) => (settings[name] ?? null) !== patch[name]));
  if (changing.length === 0) return [];
  const after = await trx
    .updateTable('sign')
    .set({ settings: sql`jsonb_strip_nulls(settings || ${JSON.stringify(patch)}::jsonb)`, updatedAt: new Date(nowMs) })
    .set({ version: sql`version + 1`, configVersion: sql`config_version + 1` })
    .where('id', '=', sql<string>`any(${idsOf(changing)}::uuid[])`)
    .returningAll()
    .execute();
  const detail = names.map((name) => `settings.${name}`).join(', ');
  await noteUpdate(trx, deps, after, author, detail, nowMs);
  return after.map((row) => ({
    ...plainChange(row),
    settings: { commandId: makeUuidV7(deps.clock, deps.random), configVersion: row.configVersion, patch },
  }));
}

/**
 * Shows `url` on records in the place of what was assigned and of every schedule, until `untilMs`; null: until the next assignment. Other
 * overrides before it are over. The caller has locked `rows`, and writes the history and audit of the command that it is. All of them get one
 * content's identifier, which is in each change's `display`.
 */
export async function setOverrides(
  trx: Trx,
  deps: Ports,
  rows: readonly SignRow[],
  override: { url: string; untilMs: number | null },
  nowMs: number,
): Promise<CommittedChange[]> {
  if (rows.length === 0) return [];
  const { url, untilMs } = override;
  const overridden = await trx
    .updateTable('sign')
    .set({
      overrideUrl: url,
      overrideContentId: makeUuidV7(deps.clock, deps.random),
      overrideUntil: untilMs === null ? null : new Date(untilMs),
    })
    .where('id', '=', sql<string>`any(${idsOf(rows)}::uuid[])`)
    .returningAll()
    .execute();
  const before = new Map(rows.map((row) => [row.id, row]));
  const displays = new Map(
    (await updateShownContent(trx, overridden, nowMs, { before })).map((each) => [each.signRecordId, each]),
  );
  return rows.map((row) => displays.get(row.id) ?? plainChange(row));
}
