import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { Author } from '../../http/change-author-types.ts';
import type { Trx } from '../../db/database-types.ts';
import type { CommittedChange } from '../committed-change-type.ts';
import type { SignRow } from '../sign-view.ts';
import { noteUpdate, plainChange } from './change-signs-in-bulk.ts';
import { updateShownContent } from './update-page-to-show.ts';

/** Puts fields of records back to what they were (undoing a bulk request; contract, 3.2). */

type SettingName = keyof SignSettings;

/** What a record had before something changed it: the fields that were changed, and no others. */
export interface FieldsBefore {
  /** The page that was assigned; null: none. */
  url?: string | null;
  /** The page that was shown by hand, without an end, and was over by the change; null: there was none, and the change has put one back. */
  override?: string | null;
  /** Those that the record had; the others are taken away again. */
  settings?: { had: SignSettings; lacked: SettingName[] };
  /** The manual override that the change ended or put back; null: there was none. An older node ignores it. */
  manual?: ManualBefore | null;
}

export interface ManualBefore {
  url: string;
  /** ISO 8601; null: until the next assignment of a page. */
  until: string | null;
  /** The version of the record at that time: a page that was assigned later ends an override without an end. */
  recordVersion: number;
}

const hasOpenOverride = ({ overrideUrl, overrideUntil }: SignRow): boolean =>
  overrideUrl !== null && overrideUntil === null;

/** What `row` has of the page; to assign one ends an override without an end (`assignUrl`). Pure. */
export const pageBefore = (row: SignRow): FieldsBefore => ({
  url: row.url,
  ...(hasOpenOverride(row) && { override: row.overrideUrl }),
});

/** What `row` has of these settings. Pure. */
export function settingsBefore({ settings }: SignRow, names: readonly SettingName[]): FieldsBefore {
  const had = names.filter((name) => settings[name] !== undefined);
  const lacked = names.filter((name) => settings[name] === undefined);
  return { settings: { had: Object.fromEntries(had.map((name) => [name, settings[name]])), lacked } };
}

/** The manual override that `row` has. Pure. */
export const manualBefore = ({ overrideUrl, overrideUntil, version }: SignRow): { manual: ManualBefore | null } => ({
  manual:
    overrideUrl === null
      ? null
      : { url: overrideUrl, until: overrideUntil?.toISOString() ?? null, recordVersion: version },
});

const namesOf = ({ had, lacked }: NonNullable<FieldsBefore['settings']>): SettingName[] => [
  ...(Object.keys(had) as SettingName[]),
  ...lacked,
];

/** The names of the fields, as `field_versions` and the history have them. Pure. */
export function fieldsOf({ url, settings, manual }: FieldsBefore): string[] {
  if (manual !== undefined) return ['override'];
  const names = settings ? namesOf(settings).map((name) => `settings.${name}`) : [];
  return url === undefined ? names : ['url', ...names];
}

/** What `isChangedSince` compares later: the version of `row` after the change, or the count of changes of its override. Pure. */
export function versionAfter(row: SignRow, { manual }: FieldsBefore, isChanged: boolean): number {
  const now = manual === undefined ? row.version : (row.fieldVersions['override'] ?? 0);
  return isChanged ? now + 1 : now;
}

/** Whether the override of `before` would have ended by `nowMs` anyway: its time has come, or somebody has assigned a page since. Pure. */
export function hasEndedSince(
  fieldVersions: Readonly<Record<string, number>>,
  { manual }: FieldsBefore,
  nowMs: number,
): boolean {
  if (!manual) return false;
  if (manual.until !== null) return Date.parse(manual.until) <= nowMs;
  return (fieldVersions['url'] ?? 0) > manual.recordVersion;
}

/** Whether any of these fields became another after the record's version `version`, whoever changed it, and also where it is the same again. Pure. */
export const isChangedSince = (
  fieldVersions: Readonly<Record<string, number>>,
  before: FieldsBefore,
  version: number,
): boolean => fieldsOf(before).some((field) => (fieldVersions[field] ?? 0) > version);

/** What puts `row` back to what it is now, once `before` was put back. Pure. */
export function inverseOf(row: SignRow, { url, override, settings, manual }: FieldsBefore): FieldsBefore {
  if (manual !== undefined) return manualBefore(row);
  return {
    ...(url !== undefined && { url: row.url }),
    ...(typeof override === 'string' && row.overrideUrl === null && { override: null }),
    ...(override === null && hasOpenOverride(row) && { override: row.overrideUrl }),
    ...(settings && settingsBefore(row, namesOf(settings))),
  };
}

/** The override that a record has after `before` was put back: one that somebody has set since stays. */
function overrideAfter(row: SignRow, { override }: FieldsBefore): string | null {
  if (typeof override === 'string') return row.overrideUrl ?? override;
  return override === null && hasOpenOverride(row) ? null : row.overrideUrl;
}

/** Whether `row` has all of `before`: there is nothing to put back. Pure. */
export function hasFields(row: SignRow, before: FieldsBefore): boolean {
  if (before.manual !== undefined) {
    const { url = null, until = null } = before.manual ?? {};
    return row.overrideUrl === url && (row.overrideUntil?.toISOString() ?? null) === until;
  }
  const { had = {}, lacked = [] } = before.settings ?? {};
  const names = Object.keys(had) as SettingName[];
  return (
    (before.url === undefined || row.url === before.url) &&
    overrideAfter(row, before) === row.overrideUrl &&
    names.every((name) => row.settings[name] === had[name]) &&
    lacked.every((name) => row.settings[name] === undefined)
  );
}

/** One identifier a page: the signs that get the same page back show one piece of content. */
function contentIds(deps: Ports): (url: string | null) => string | null {
  const known = new Map<string, string>();
  return (url) => {
    if (url === null) return null;
    const id = known.get(url) ?? makeUuidV7(deps.clock, deps.random);
    known.set(url, id);
    return id;
  };
}

/**
 * Puts back fields of records that the transaction has locked, in a handful of statements, with a history row a sign. Each record has its next version by it.
 * Gives what to tell after the commit.
 */
export async function restoreFields(
  trx: Trx,
  deps: Ports,
  wanted: readonly { row: SignRow; before: FieldsBefore }[],
  author: Author,
  nowMs: number,
): Promise<CommittedChange[]> {
  if (wanted.length === 0) return [];
  const contentIdOf = contentIds(deps);
  const given = wanted.map(({ row, before }) => {
    const url = before.url === undefined ? row.url : before.url;
    const overrideUrl = overrideAfter(row, before);
    return {
      id: row.id,
      url,
      contentId: before.url === undefined ? row.contentId : contentIdOf(url),
      overrideUrl,
      overrideContentId: overrideUrl === row.overrideUrl ? row.overrideContentId : contentIdOf(overrideUrl),
      had: JSON.stringify(before.settings?.had ?? {}),
      lacked: JSON.stringify(before.settings?.lacked ?? []),
    };
  });
  await sql`
    update sign set
      url = given.url, content_id = given.content_id,
      override_url = given.override_url, override_content_id = given.override_content_id,
      settings = (sign.settings - array(select jsonb_array_elements_text(given.lacked))) || given.had,
      version = sign.version + 1, config_version = sign.config_version + 1, updated_at = ${new Date(nowMs)}
    from unnest(
      ${given.map(({ id }) => id)}::uuid[], ${given.map(({ url }) => url)}::text[],
      ${given.map(({ contentId }) => contentId)}::uuid[], ${given.map(({ overrideUrl }) => overrideUrl)}::text[],
      ${given.map(({ overrideContentId }) => overrideContentId)}::uuid[],
      ${given.map(({ had }) => had)}::jsonb[], ${given.map(({ lacked }) => lacked)}::jsonb[]
    ) as given (id, url, content_id, override_url, override_content_id, had, lacked)
    where sign.id = given.id`.execute(trx);
  const ids = given.map(({ id }) => id);
  const query = trx
    .selectFrom('sign')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`);
  const after = await query.orderBy('id').execute();
  const rowsBefore = new Map(wanted.map(({ row }) => [row.id, row]));
  const shown = await updateShownContent(trx, after, nowMs, { before: rowsBefore, isCounted: true });
  const displays = new Map(shown.map((each) => [each.signRecordId, each]));
  const befores = new Map(wanted.map(({ row, before }) => [row.id, before]));
  const details = Map.groupBy(after, ({ id }) => fieldsOf(befores.get(id)!).join(', '));
  for (const [detail, rows] of details) await noteUpdate(trx, deps, rows, author, detail, nowMs);
  return after.map((row) => {
    const { settings } = befores.get(row.id)!;
    const change = displays.get(row.id) ?? plainChange(row);
    if (!settings) return change;
    // What is taken away again the kiosk learns by the whole truth, which follows.
    const message = { commandId: makeUuidV7(deps.clock, deps.random), configVersion: row.configVersion };
    return { ...change, settings: { ...message, patch: settings.had } };
  });
}
