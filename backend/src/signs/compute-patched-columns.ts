import type { Updateable } from 'kysely';
import type { PatchSignRequest } from '@sign-display/contracts/rest/signs';
import { patchedSettings, type SettingsPatch } from '@sign-display/contracts/common-schemas';
import type { SignTable } from './tables.ts';
import type { SignRow } from './sign-view.ts';

/** What a patch makes of a record. */
interface PatchedColumns {
  /** To write. */
  columns: Updateable<SignTable>;
  /** The names of the fields that become different, for the history. */
  fields: string[];
  /** The same with what they were and are, for the audit log. */
  changes: Record<string, { from: unknown; to: unknown }>;
  /** The settings that change: null for a setting that is removed. Null if no setting changes. */
  settings: SettingsPatch | null;
}

/**
 * Only what differs from the record: a patch that was sent twice changes nothing the second time. Settings are merged into what is there, and null removes one.
 * Another page is another content; null takes the page away. To assign a page ends an override without an end, also where it is the page
 * that was assigned before: so an operator returns to it.
 */
export function changeOf(before: SignRow, patch: PatchSignRequest, makeContentId: () => string): PatchedColumns {
  const columns: Updateable<SignTable> = {};
  const changes: PatchedColumns['changes'] = {};
  for (const field of ['name', 'location'] as const) {
    const value = patch[field];
    if (value === undefined || value === before[field]) continue;
    columns[field] = value;
    changes[field] = { from: before[field], to: value };
  }
  const endsOverride = before.overrideUrl !== null && before.overrideUntil === null;
  if (patch.url !== undefined && (patch.url !== before.url || endsOverride)) {
    columns.url = patch.url;
    columns.contentId = patch.url === null ? null : makeContentId();
    if (endsOverride) Object.assign(columns, { overrideUrl: null, overrideContentId: null });
    changes['url'] = { from: endsOverride ? before.overrideUrl : before.url, to: patch.url };
  }
  const known: Record<string, unknown> = before.settings;
  const changed = Object.entries(patch.settings ?? {}).filter(([name, value]) => (known[name] ?? null) !== value);
  const settings = changed.length === 0 ? null : (Object.fromEntries(changed) as SettingsPatch);
  if (settings) columns.settings = JSON.stringify(patchedSettings(before.settings, settings));
  for (const [name, value] of changed) changes[`settings.${name}`] = { from: known[name] ?? null, to: value };
  return { columns, fields: Object.keys(changes), changes, settings };
}
