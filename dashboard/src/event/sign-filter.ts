import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { asRead } from '@sign-display/contracts/allowed-characters';
import type { SignStatus } from '@sign-display/contracts/rest/signs';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { searchForm } from '../ui/normalize-search-text.ts';

/** Which signs of an event are listed: as it stands in the page's address. Pure. */

/** By status, and by what can be wrong whatever the status is. In the order of the strip: each group the gravest first. */
export const SHOWN_AS = [
  'offline',
  'content_error',
  'content_unreachable',
  'background',
  'idle',
  'unlinked',
  'showing',
  'blank',
  'unstable',
] as const satisfies readonly (SignStatus | 'blank' | 'unstable')[];
export type ShownAs = (typeof SHOWN_AS)[number];

export interface Filter {
  status: ShownAs | null;
  place: string | null;
  /** What is looked for in names, locations and codes. */
  find: string;
}

/** What an address can say of it. */
export interface FilterQuery {
  status?: string | undefined;
  place?: string | undefined;
  q?: string | undefined;
}

export const NO_FILTER: Filter = { status: null, place: null, find: '' };

const isShownAs = (word: string | undefined): word is ShownAs => SHOWN_AS.some((known) => known === word);

/** Of an address that anybody may have typed: what is not understood is left out. */
export const filterOf = ({ status, place, q }: FilterQuery): Filter => ({
  status: isShownAs(status) ? status : null,
  place: asRead(place ?? '') || null,
  find: q ?? '',
});

export const queryOf = ({ status, place, find }: Filter) => ({
  status: status ?? undefined,
  place: place ?? undefined,
  q: find || undefined,
});

export const isFiltered = ({ status, place, find }: Filter): boolean =>
  status !== null || place !== null || find.trim() !== '';

export const isSameFilter = (one: Filter, other: Filter): boolean =>
  one.status === other.status && one.place === other.place && one.find === other.find;

/** What Escape leaves of it: the last of what was looked for, place and status goes. */
export function oneStepBack(filter: Filter): Filter {
  if (filter.find !== '') return { ...filter, find: '' };
  return filter.place === null ? { ...filter, status: null } : { ...filter, place: null };
}

export function isCounted(sign: SignRow, as: ShownAs): boolean {
  if (as === 'blank') return sign.blank === true;
  if (as === 'unstable') return sign.unstable;
  return sign.status === as;
}

/** A code is found with or without its gap. */
function isFound({ name, location, device }: SignRow, wanted: string): boolean {
  if (searchForm(name).includes(wanted) || searchForm(location).includes(wanted)) return true;
  const code = wanted.replace(/[\s-]/g, '');
  return code !== '' && device !== null && device.shortCode.toLowerCase().includes(code);
}

/** The signs that a filter lets through, in their order. */
export function filtered(signs: readonly SignRow[], { status, place, find }: Filter): readonly SignRow[] {
  const wanted = searchForm(find);
  if (status === null && place === null && wanted === '') return signs;
  return signs.filter(
    (sign) =>
      (status === null || isCounted(sign, status)) &&
      (place === null || placeOf(sign.location) === place) &&
      (wanted === '' || isFound(sign, wanted)),
  );
}

/** How many signs are shown under each status. */
export type Tally = Record<ShownAs, number>;

function count(tally: Tally, { status, blank, unstable }: SignRow, by: 1 | -1): void {
  tally[status] += by;
  if (blank) tally.blank += by;
  if (unstable) tally.unstable += by;
}

export function countsOf(signs: Iterable<SignRow>): Tally {
  const counts = Object.fromEntries(SHOWN_AS.map((as) => [as, 0])) as Tally;
  for (const sign of signs) count(counts, sign, 1);
  return counts;
}

/** Counts in `tally` a sign as it is in place of what it was. */
export function movedIn(tally: Tally, was: SignRow, is: SignRow): void {
  if (was.status === is.status && was.blank === is.blank && was.unstable === is.unstable) return;
  count(tally, was, -1);
  count(tally, is, 1);
}
