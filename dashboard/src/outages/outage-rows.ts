import type { Absence } from '@sign-display/contracts/rest/event-figures';
import { instantOf, offsetMsAt, wallTimeOf } from '../times/convert-wall-time.ts';
import type { MarkName } from '../ui/sign-marks-and-severity.ts';
import type { Group } from './outage-groups.ts';

/** The rows of the list of outages, its filters and what it says of today. Pure. */

/** A cause, or our own absence, which is no outage of signs and stands among those that ended. */
export type ListRow =
  | { is: 'cause'; id: string; sinceMs: number; group: Group }
  | { is: 'away'; id: string; sinceMs: number; untilMs: number };

export const STATES = ['open', 'closed', 'all'] as const;
export type State = (typeof STATES)[number];
/** The kinds of rows, in the order of the filters. */
export const KINDS = ['offline', 'content_error', 'blank', 'content_unreachable'] as const satisfies MarkName[];
export const FILTERS = [...KINDS, 'nobody', 'away'] as const;
export type Filter = (typeof FILTERS)[number];

const HOUR_MS = 3_600_000;
/** How far back the bars reach. */
const AXIS_HOURS = 4;

export const isOpen = (row: ListRow): boolean => row.is === 'cause' && row.group.untilMs === null;

/** The newest first. */
export function rowsOf(groups: readonly Group[], away: readonly Absence[]): ListRow[] {
  const causes = groups.map((group): ListRow => ({
    is: 'cause',
    id: group.id,
    sinceMs: group.sinceMs,
    group,
  }));
  const absences = away.map(({ from, to }): ListRow => ({
    is: 'away',
    id: from,
    sinceMs: Date.parse(from),
    untilMs: Date.parse(to),
  }));
  return [...causes, ...absences].toSorted((one, other) => other.sinceMs - one.sinceMs);
}

function fits(row: ListRow, filter: Filter): boolean {
  if (row.is === 'away') return filter === 'away';
  if (filter === 'nobody') return isOpen(row) && row.group.acknowledged === null;
  return row.group.mark === filter;
}

export const inState = (rows: readonly ListRow[], state: State): ListRow[] =>
  rows.filter((row) => state === 'all' || isOpen(row) === (state === 'open'));

export const filtered = (rows: readonly ListRow[], filter: Filter | null): ListRow[] =>
  filter === null ? [...rows] : rows.filter((row) => fits(row, filter));

/** Counts the rows that each filter would leave. */
export const countsOf = (rows: readonly ListRow[]): Record<Filter, number> =>
  Object.fromEntries(FILTERS.map((filter) => [filter, rows.filter((row) => fits(row, filter)).length])) as Record<
    Filter,
    number
  >;

/** Whether all that it counts is known; `isMore`: there are ended ones beyond those that were read. */
export const isCounted = (filter: Filter, state: State, isMore: boolean): boolean =>
  !isMore || state === 'open' || filter === 'nobody' || filter === 'away';

/** What happened today, by the wall clock of the event: how many causes, how many of them have ended, and within what time half of those had; null where none has. */
export function todayOf(
  groups: readonly Group[],
  nowMs: number,
  timeZone: string,
): { count: number; ended: number; halfMs: number | null } {
  const midnightMs = instantOf(`${wallTimeOf(nowMs, timeZone).slice(0, 10)}T00:00`, timeZone)!;
  const own = groups.filter(({ sinceMs }) => sinceMs >= midnightMs);
  const lasted = own
    .flatMap(({ sinceMs, untilMs }) => (untilMs === null ? [] : [untilMs - sinceMs]))
    .toSorted((a, b) => a - b);
  return { count: own.length, ended: lasted.length, halfMs: lasted[Math.ceil(lasted.length / 2) - 1] ?? null };
}

export interface Axis {
  fromMs: number;
  toMs: number;
  /** Each whole hour of the event's wall clock, both ends included. */
  hoursMs: number[];
}

/** The last hours, up to the next whole one. */
export function axisOf(nowMs: number, timeZone: string): Axis {
  const offsetMs = offsetMsAt(nowMs, timeZone);
  const toMs = Math.ceil((nowMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
  const fromMs = toMs - AXIS_HOURS * HOUR_MS;
  return { fromMs, toMs, hoursMs: Array.from({ length: AXIS_HOURS + 1 }, (_, hour) => fromMs + hour * HOUR_MS) };
}

/** Returns a row's position as a share of the axis; null if the row ended before the axis begins. */
export function barOf(sinceMs: number, untilMs: number, { fromMs, toMs }: Axis): { from: number; to: number } | null {
  if (untilMs <= fromMs) return null;
  const share = (atMs: number): number => Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
  return { from: share(sinceMs), to: share(untilMs) };
}
