import type { ListedContentFetch } from '@sign-display/contracts/rest/telemetry';
import { useSearchParams } from '@solidjs/router';
import { createMemo, createResource, createSignal, type Accessor } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { isZone } from '../../times/convert-wall-time.ts';
import { createFilteredList } from '../log/create-filtered-list.ts';
import { dayOf, rangeOf } from '../log/log-url.ts';
import { failuresOf, filtersOf, type Failures, type FetchSearch } from './content-fetch-filter.ts';

/** More failed requests of a day are not counted: the service has no counts of this log. */
const MOST_COUNTED = 200;

export interface LogPlace {
  organizationId: string;
  /** The page of an event shows its requests alone, in its time zone. */
  eventId?: string | undefined;
  timeZone?: string | undefined;
}

/** The requests of signs by the filters in the URL, and how many failed today. The failures are read after the rows. */
export function createContentFetchLog(place: Accessor<LogPlace>) {
  const { client, clock, places, times } = useAdminTools();
  const [search, setSearch] = useSearchParams<Record<keyof FetchSearch, string>>();
  const query = createMemo(() => ({
    organizationId: place().organizationId,
    ...filtersOf(search, place().eventId),
  }));
  /** Of the event that is shown; else the viewer's own. */
  const timeZone = createMemo((): string => {
    const { eventId } = query();
    const zone = place().timeZone ?? (eventId && places.event(eventId)?.timeZone) ?? times.viewerZone;
    return isZone(zone) ? zone : times.viewerZone;
  });
  const [failures, setFailures] = createSignal<Failures>();

  async function readFailures(): Promise<void> {
    const { organizationId, eventId } = place();
    const { from } = rangeOf(dayOf(clock.now(), timeZone()), timeZone());
    const answer = await asked(
      client.call('GET /api/content-fetches', {
        query: {
          organizationId,
          ...(eventId !== undefined && { eventId }),
          ...(from !== undefined && { from }),
          result: 'failed',
          limit: MOST_COUNTED,
        },
      }),
    );
    if (answer.ok) setFailures(failuresOf(answer.body));
  }
  const { list, read } = createFilteredList<ReturnType<typeof query>, ListedContentFetch>({
    query,
    ask: (filters) => client.call('GET /api/content-fetches', { query: filters }),
    after: readFailures,
  });
  const [sign] = createResource(
    () => query().signId,
    async (id) => ({ id, answer: await asked(client.call('GET /api/signs/:id', { params: { id } })) }),
  );

  return {
    search,
    setSearch: (changed: FetchSearch) => setSearch({ ...changed }, { replace: true, scroll: false }),
    query,
    timeZone,
    list,
    read,
    failures,
    /** The name of the sign of the filter; undefined while it is not known. */
    signName(): string | undefined {
      const found = sign.latest;
      return found?.id === query().signId && found?.answer.ok ? found.answer.body.name : undefined;
    },
    /** How many rows pass the filters; undefined while there are more than the list has. */
    total: (): number | undefined => (list.nextCursor() === null ? list.items()?.length : undefined),
  };
}
export type ContentFetchLog = ReturnType<typeof createContentFetchLog>;
