import type { AuditFault, AuditOutcome, AuditSummaryQuery, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { instantOf, wallTimeOf } from '../../times/convert-wall-time.ts';

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
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OUTCOMES: readonly string[] = ['ok', 'denied', 'failed'] satisfies AuditOutcome[];

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * Returns the first moment of a date in a zone, in ISO 8601. A day whose midnight a clock change skips begins an hour
 * later.
 */
function startOf(day: string, timeZone: string): string | undefined {
  const ms = instantOf(`${day}T00:00`, timeZone) ?? instantOf(`${day}T01:00`, timeZone);
  return ms === null ? undefined : new Date(ms).toISOString();
}

/** Returns the date of a moment in a zone: `2026-11-20`. */
export const dayOf = (atMs: number, timeZone: string): string => wallTimeOf(atMs, timeZone).slice(0, 10);

/** Converts a day into a range of time. */
export function rangeOf(day: string, timeZone: string): { from?: string; to?: string } {
  const [from, to] = [startOf(day, timeZone), startOf(nextDay(day), timeZone)];
  return { ...(from && { from }), ...(to && { to }) };
}

const timeIn = (text: string | undefined): string | undefined =>
  text !== undefined && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;

/** Makes the query for the service. Invalid parameters are left out. */
export function filtersOf(search: AuditSearch, timeZone: string): Omit<AuditSummaryQuery, 'organizationId'> {
  const { outcome, who, action, day, sign, request } = search;
  const isDay = day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00Z`));
  const range = isDay ? rangeOf(day, timeZone) : { from: timeIn(search.from), to: timeIn(search.to) };
  const given = {
    ...range,
    outcome: outcome !== undefined && OUTCOMES.includes(outcome) ? (outcome as AuditOutcome) : undefined,
    actorId: who || undefined,
    action: action || undefined,
    signId: sign !== undefined && UUID.test(sign) ? sign : undefined,
    requestId: request !== undefined && UUID.test(request) ? request : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export const isFiltered = (search: AuditSearch): boolean => FILTERS.some((name) => search[name] !== undefined);

/** Makes the URL's query, `?outcome=denied&who=…`, or an empty text without parameters. */
export function searchText(search: AuditSearch): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Makes the filter that shows the rows on both sides of a fault. */
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
