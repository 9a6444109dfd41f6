import type { Chip } from '../event/filter-chip.ts';
import { SHOWN_AS, type countsOf, type ShownAs } from '../event/sign-filter.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import { wallQueryOf, type WallState } from './url-state.ts';

/** The wall's filters: legend, filter and count in one. Pure. */

/** Between these groups the strip has lines: what is wrong, the other statuses, and what is counted whatever the status is. */
const GROUPS: readonly (readonly ShownAs[])[] = [
  ['offline', 'content_error', 'content_unreachable'],
  ['background', 'idle', 'unlinked', 'showing'],
  ['blank', 'unstable'],
];

/** `?view=table&q=kasse` of what is seen; empty where nothing is chosen. `now`: the search as it is; what is no part of the state (a bulk that runs) stays. */
export function searchOf(state: WallState, now: string): string {
  const query = new URLSearchParams(now);
  for (const [name, value] of Object.entries(wallQueryOf(state)))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}

export function chipsOf(words: WallWords, counts: ReturnType<typeof countsOf>, state: WallState, now: string): Chip[] {
  const { status: chosen, place } = state;
  const seen = SHOWN_AS.filter((status) => counts[status] > 0 || chosen === status);
  const firsts = GROUPS.map((group) => seen.find((status) => group.includes(status)));
  return [
    ...seen.map((status) => ({
      mark: status,
      count: counts[status],
      said: status === 'blank' ? words.map.blank : words.marks[status],
      isApart: status !== seen[0] && firsts.includes(status),
      // Once more is none.
      search: searchOf({ ...state, status: chosen === status ? null : status }, now),
      isOn: chosen === status,
    })),
    ...(place === null
      ? []
      : [{ said: words.wall.inPlace(place), search: searchOf({ ...state, place: null }, now), isOn: true }]),
  ];
}
