import type { Sign } from '@sign-display/contracts/rest/signs';
import type { PatchSignRequest } from '@sign-display/contracts/rest/signs';

/** What of a record can be edited, as texts of fields; and what a patch is made of. Pure. */

export const TEXTS = ['name', 'location'] as const;
export const NUMBERS = [
  'zoom',
  'rotation',
  'reloadEverySeconds',
  'screenshotEverySeconds',
  'reachabilityIntervalMs',
] as const;
export const SWITCHES = ['muted', 'showCursor'] as const;
export const OTHERS = ['idleMessage', 'logLevel'] as const;
export const FIELDS = [...TEXTS, ...NUMBERS, ...SWITCHES, ...OTHERS] as const;
export type FieldName = (typeof FIELDS)[number];
export type Draft = Record<FieldName, string>;

type Editable = Pick<Sign, 'name' | 'location' | 'settings'>;

/** Numbers and switches as they are written (`1.25`, `true`); empty where the record says nothing of it. */
export function draftOf({ name, location, settings }: Editable): Draft {
  const texts = { name, location, ...settings } as Record<string, unknown>;
  return Object.fromEntries(FIELDS.map((field) => [field, String(texts[field] ?? '')])) as Draft;
}

const isOf = (fields: readonly string[], field: FieldName): boolean => fields.includes(field);

/** Of these a comma parts no thousands: it is the decimal one, as the point is. */
const DECIMALS: readonly FieldName[] = ['zoom'];

/** A text that is no number stays one: the service says what is wrong with it. */
function valueOf(field: FieldName, text: string): unknown {
  if (isOf(SWITCHES, field)) return text === 'true';
  if (!isOf(NUMBERS, field)) return text;
  const number = isOf(DECIMALS, field) ? text.replace(',', '.') : text;
  return text.trim() === '' || Number.isNaN(Number(number)) ? text : Number(number);
}

/** Those of `fields` that were emptied and can't be: the contract can change a setting, and not take it away. */
export const leftOut = (draft: Draft, fields: readonly FieldName[]): FieldName[] =>
  fields.filter((field) => draft[field] === '' && !isOf(TEXTS, field) && field !== 'idleMessage');

/** The patch that makes `fields` of `draft` so; null where nothing is to change. */
export function patchOf(draft: Draft, fields: readonly FieldName[]): PatchSignRequest | null {
  const patch: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  const out = leftOut(draft, fields);
  for (const field of fields) {
    if (isOf(TEXTS, field)) patch[field] = draft[field];
    else if (!out.includes(field)) settings[field] = valueOf(field, draft[field]);
  }
  if (Object.keys(settings).length > 0) patch['settings'] = settings;
  return Object.keys(patch).length === 0 ? null : (patch as PatchSignRequest);
}
