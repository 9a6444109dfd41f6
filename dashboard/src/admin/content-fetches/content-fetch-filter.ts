import type { ContentFetchQuery, ListedContentFetch } from '@sign-display/contracts/rest/telemetry';
import type { Static } from 'typebox';
import { definedOf, idIn, timeIn } from '../log/log-url.ts';

/** The filters of the log of content fetches as they are in the page's URL, and what the headline says. Pure. */

/** Every parameter of the page's URL. `event`: only on the page of an organization. */
export interface FetchSearch {
  result?: string | undefined;
  event?: string | undefined;
  sign?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const NO_FILTERS: FetchSearch = {
  result: undefined,
  event: undefined,
  sign: undefined,
  from: undefined,
  to: undefined,
};

type Query = Static<typeof ContentFetchQuery>;
type Filters = Omit<Query, 'organizationId' | 'cursor' | 'limit'>;

/** The service's filters. A parameter that is no filter is left out. `eventId`: of the page of an event, in place of the parameter. */
export function filtersOf(search: FetchSearch, eventId?: string): Filters {
  const { result, event, sign, from, to } = search;
  return definedOf({
    result: result === 'ok' || result === 'failed' ? result : undefined,
    eventId: eventId ?? idIn(event),
    signId: idIn(sign),
    from: timeIn(from),
    to: timeIn(to),
  });
}

/** Whether a person has narrowed the list. */
export const isFiltered = (search: FetchSearch): boolean => Object.keys(filtersOf(search)).length > 0;

/** The failed requests of a day. */
export interface Failures {
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
  signs: number;
  /** Where all of them went; null where there are several hosts or only one request. */
  host: string | null;
}

export function failuresOf({
  items,
  nextCursor,
}: {
  items: readonly ListedContentFetch[];
  nextCursor: string | null;
}): Failures {
  const hosts = new Set(items.map(({ url }) => URL.parse(url)?.host ?? url));
  const isMore = nextCursor !== null;
  return {
    count: items.length,
    isMore,
    signs: new Set(items.map(({ signId }) => signId)).size,
    host: items.length > 1 && hosts.size === 1 && !isMore ? [...hosts][0]! : null,
  };
}
