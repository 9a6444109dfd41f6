import { instantOf, wallTimeOf } from '../times/convert-wall-time.ts';
import type { OutageFilter } from './lay-outage-updates.ts';

/** Reads and writes the filter of the outage list in the page's URL. Pure. */

/** The periods to choose from. A URL may name any other period. */
export const TIMES = ['all', 'today', 'yesterday', 'week'] as const;
export type Time = (typeof TIMES)[number];

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

const instant = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();

/** Returns the valid part of the URL's query; the rest is left out. */
export function filterOf(search: { signId?: string; from?: string; to?: string }): OutageFilter {
  const [from, to] = [instant(search.from), instant(search.to)];
  const signId = search.signId !== undefined && UUID.test(search.signId) ? search.signId : undefined;
  return {
    ...(signId !== undefined && { signId }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

export type Span = Pick<OutageFilter, 'from' | 'to'>;

/** Returns midnight on the event's clock at the beginning of the day that was this many days ago. */
function midnight(nowMs: number, timeZone: string, daysAgo: number): string {
  const today = Date.parse(`${wallTimeOf(nowMs, timeZone).slice(0, 10)}T00:00Z`);
  const day = new Date(today - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return new Date(instantOf(`${day}T00:00`, timeZone)!).toISOString();
}

/** Returns the start and end of a period. `to` is exclusive, and left out for a period up to now. */
export function spanOf(time: Time, nowMs: number, timeZone: string): Span {
  const at = (daysAgo: number): string => midnight(nowMs, timeZone, daysAgo);
  switch (time) {
    case 'all':
      return {};
    case 'today':
      return { from: at(0) };
    case 'yesterday':
      return { from: at(1), to: at(0) };
    case 'week':
      return { from: at(WEEK_DAYS - 1) };
  }
}

/** Returns which of the periods this is; null for any other. */
export const timeOf = ({ from, to }: Span, nowMs: number, timeZone: string): Time | null =>
  TIMES.find((time) => {
    const span = spanOf(time, nowMs, timeZone);
    return span.from === from && span.to === to;
  }) ?? null;
