import type { Updateable } from 'kysely';
import type { PatchSignRequest } from '@sign-display/contracts/rest/signs';
import type { SignTable } from '../db/schema.ts';
import type { SignRow } from './sign-view.ts';

/**
 * The version that an `If-Match` asks for; null without the header. Anything but one strong entity tag of ours (`"7"`) is -1, which no
 * record has: a weak tag never matches here (RFC 9110, 13.1.1), and `*`, which would match whatever is there, would overwrite what its sender
 * has not seen (promise M4).
 */
export function readIfMatch(header: string | undefined): number | null {
  if (header === undefined) return null;
  // Nine digits: what Postgres holds in an integer.
  const tag = /^"([1-9]\d{0,8})"$/.exec(header.trim());
  return tag ? Number(tag[1]) : -1;
}

/** What a patch makes of a record: the columns to write, and the names of the fields that become different, for the history. */
export interface SignChange {
  columns: Updateable<SignTable>;
  fields: string[];
}

/**
 * Only what differs from the record: a patch that was sent twice changes nothing the second time. Settings are merged into what is there.
 * Another page is another content; null takes the page away.
 */
export function changeOf(before: SignRow, patch: PatchSignRequest, makeContentId: () => string): SignChange {
  const columns: Updateable<SignTable> = {};
  const fields: string[] = [];
  for (const field of ['name', 'location'] as const) {
    const value = patch[field];
    if (value === undefined || value === before[field]) continue;
    columns[field] = value;
    fields.push(field);
  }
  if (patch.url !== undefined && patch.url !== before.url) {
    columns.url = patch.url;
    columns.contentId = patch.url === null ? null : makeContentId();
    fields.push('url');
  }
  const known: Record<string, unknown> = before.settings;
  const changed = Object.entries(patch.settings ?? {}).filter(([name, value]) => known[name] !== value);
  if (changed.length > 0) {
    columns.settings = JSON.stringify({ ...known, ...Object.fromEntries(changed) });
    fields.push(...changed.map(([name]) => `settings.${name}`));
  }
  return { columns, fields };
}
