import type { AuditFault, AuditOutcome, AuditSummaryQuery, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { definedOf, idIn, rangeOf, timeIn } from '../log/log-url.ts';

/**
 * Reads and writes the filters of the audit log in the page's URL, and finds the place of a fault between the rows.
 * Pure.
 */

/** All parameters of the page's URL. `row`: the open row. `day`: a date in the page's time zone. */
export interface AuditSearch {
  outcome?: string | undefined;
  who?: string | undefined;
  action?: string | undefined;
  day?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sign?: string | undefined;
  request?: string | undefined;
  row?: string | undefined;
}

export const FILTERS = ['outcome', 'who', 'action', 'day', 'from', 'to', 'sign', 'request'] as const;
export const NO_FILTERS: AuditSearch = Object.fromEntries([...FILTERS, 'row'].map((name) => [name, undefined]));

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const OUTCOMES: readonly string[] = ['ok', 'denied', 'failed'] satisfies AuditOutcome[];

/** What the service is asked for. A parameter that is no filter is left out. */
export function filtersOf(search: AuditSearch, timeZone: string): Omit<AuditSummaryQuery, 'organizationId'> {
  const { outcome, who, action, day, sign, request } = search;
  const isDay = day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00Z`));
  const range = isDay ? rangeOf(day, timeZone) : { from: timeIn(search.from), to: timeIn(search.to) };
  return definedOf({
    ...range,
    outcome: outcome !== undefined && OUTCOMES.includes(outcome) ? (outcome as AuditOutcome) : undefined,
    actorId: who || undefined,
    action: action || undefined,
    signId: idIn(sign),
    requestId: idIn(request),
  });
}

export const isFiltered = (search: AuditSearch): boolean => FILTERS.some((name) => search[name] !== undefined);

/** The filter that shows the rows on both sides of a fault. */
export const around = ({ from, to }: AuditFault): AuditSearch => ({
  ...NO_FILTERS,
  ...(from !== null && { from }),
  to: new Date(Date.parse(to) + 1).toISOString(),
});

/**
 * Returns the index of the row, newest first, before which a fault is shown; null if the rows around the fault are not
 * in the list.
 */
export function placeOfFault(rows: readonly ListedAuditRow[], seq: number): number | null {
  const place = rows.findIndex((row) => row.seq <= seq);
  if (place === -1) return null;
  return place === 0 && rows[0]!.seq < seq ? null : place;
}

/** Returns the changed fields of a row's detail; empty if the detail has no changes. */
export function changesOf(detail: unknown): { field: string; from: unknown; to: unknown }[] {
  const { changes } = (detail ?? {}) as { changes?: unknown };
  if (typeof changes !== 'object' || changes === null) return [];
  return Object.entries(changes as Record<string, { from?: unknown; to?: unknown } | null>).map(([field, change]) => ({
    field,
    from: change?.from,
    to: change?.to,
  }));
}

/** Returns the name and value of each fact of a row's detail, without the changes. */
export function factsOf(detail: unknown): { name: string; value: unknown }[] {
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail)
    .filter(([name]) => name !== 'changes')
    .map(([name, value]) => ({ name, value: value as unknown }));
}

/** Formats a value for people. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A row of the chain beside an open row. `fits`: whether both hashes agree; null where the list does not have that row. */
interface Neighbour {
  seq: number;
  hash: string;
  fits: boolean | null;
}

/**
 * The rows before and after the row at `index` of a list, newest first. The hash of the row before is in the row itself. The row after is known only if the
 * list has it, so it is absent below a filter.
 */
export function neighboursOf(
  rows: readonly ListedAuditRow[],
  index: number,
): { before?: Neighbour; after?: Neighbour } {
  const row = rows[index]!;
  const [after, before] = [rows[index - 1], rows[index + 1]];
  const isBefore = before?.seq === row.seq - 1;
  return {
    ...(row.seq > 1 && {
      before: { seq: row.seq - 1, hash: row.prevHash, fits: isBefore ? before.hash === row.prevHash : null },
    }),
    ...(after?.seq === row.seq + 1 && {
      after: { seq: after.seq, hash: after.hash, fits: after.prevHash === row.hash },
    }),
  };
}
