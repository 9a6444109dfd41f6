import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { OpenOutages } from './actions/outages-by-sign.ts';
import { codeOf, lookOf } from './sign-looks.ts';
import { NO_OUTAGES, sinceMsOf } from './status-since-time.ts';

/** The table's columns and order. Pure. */

/** In the order in which they stand. */
export const COLUMNS = [
  'sign',
  'status',
  'connection',
  'content',
  'screen',
  'url',
  'heard',
  'since',
  'beats',
  'code',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface Sort {
  column: Column;
  isDescending: boolean;
}
export const GRAVEST_FIRST: Sort = { column: 'status', isDescending: false };

/** What a column is sorted by; null comes last, whichever way round. Facts that a status has are sorted by it. */
const KEYS: Partial<Record<Column, (sign: SignRow, open: OpenOutages) => string | number | null>> = {
  status: (sign) => codeOf(lookOf(sign)),
  connection: (sign) => sign.presence,
  content: (sign) => sign.contentState,
  screen: (sign) => (sign.blank ? 'blank' : sign.mode),
  url: (sign) => sign.shown.url,
  heard: (sign) => sign.lastSeenAt && Date.parse(sign.lastSeenAt),
  since: sinceMsOf,
  code: (sign) => sign.device?.shortCode ?? null,
};
export const isSortable = (column: Column): boolean => column === 'sign' || column in KEYS;

/** What the order of these signs hangs on, besides the signs that there are: while it is the same, they need not be sorted again. */
export function sortKeys(
  signs: readonly SignRow[],
  { column }: Sort,
  open: OpenOutages = NO_OUTAGES,
): readonly unknown[] {
  const keyOf = KEYS[column];
  return signs.flatMap((sign) => (keyOf ? [sign.id, keyOf(sign, open)] : [sign.id]));
}

/** `open`: tells some ages. `signs`: by place and name. That order stays among equals, and is turned round by the column of names alone. */
export function sortedBy(
  signs: readonly SignRow[],
  { column, isDescending }: Sort,
  open: OpenOutages = NO_OUTAGES,
): readonly SignRow[] {
  if (column === 'sign') return isDescending ? signs.toReversed() : signs;
  const keyOf = KEYS[column];
  if (!keyOf) return signs;
  const turn = isDescending ? -1 : 1;
  const keyed = signs.map((sign) => ({ sign, key: keyOf(sign, open) }));
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -turn : turn;
  });
  return keyed.map(({ sign }) => sign);
}
