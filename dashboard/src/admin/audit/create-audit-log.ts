import type { AuditSummary, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, type Accessor } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { createFilteredList } from '../log/create-filtered-list.ts';
import { dayOf, rangeOf } from '../log/log-url.ts';
import { filtersOf, type AuditSearch } from './audit-filter.ts';
import { createVerification } from './create-verification.ts';

export interface AuditPlace {
  organizationId: string;
  /** Set on an event's page, which shows only the event's rows. */
  eventId?: string | undefined;
  timeZone: string;
}

/** The rows and counts of one log by the filters in the URL, and the state of its check. The counts are read after the rows. */
export function createAuditLog(place: Accessor<AuditPlace>) {
  const { client, clock } = useAdminTools();
  const [search, setSearch] = useSearchParams<Record<keyof AuditSearch, string>>();
  const query = createMemo(() => {
    const { organizationId, eventId, timeZone } = place();
    return { organizationId, ...(eventId !== undefined && { eventId }), ...filtersOf(search, timeZone) };
  });
  const { key, list, read } = createFilteredList<ReturnType<typeof query>, ListedAuditRow>({
    query,
    ask: (filters) => client.call('GET /api/audit', { query: filters }),
    after: () => readCounts(),
  });
  const [summary, setSummary] = createSignal<{ key: string; is: AuditSummary }>();
  const [today, setToday] = createSignal<AuditSummary>();

  async function readCounts(): Promise<void> {
    const of = key();
    const counted = await asked(client.call('GET /api/audit/summary', { query: query() }));
    if (of !== key()) return;
    if (counted.ok) setSummary({ key: of, is: counted.body });
    const { organizationId, eventId, timeZone } = place();
    const whole = { organizationId, ...(eventId !== undefined && { eventId }) };
    const range = rangeOf(dayOf(clock.now(), timeZone), timeZone);
    const ofToday = await asked(client.call('GET /api/audit/summary', { query: { ...whole, ...range } }));
    if (ofToday.ok && of === key()) setToday(ofToday.body);
  }
  const checking = createVerification({
    clock,
    read: () => client.call('GET /api/audit/verification', { query: { organizationId: place().organizationId } }),
    start: () => client.call('POST /api/audit/verification', { query: { organizationId: place().organizationId } }),
    ended: () => void read(),
  });
  void checking.poll();

  return {
    search,
    setSearch: (changed: AuditSearch) => setSearch({ row: undefined, ...changed }, { replace: true, scroll: false }),
    query,
    list,
    read,
    /** Undefined until the counts of the present filters are read. */
    summary: () => (summary()?.key === key() ? summary()!.is : undefined),
    /** The counts that were read last, perhaps under other filters. The menus use these counts. */
    lastSummary: () => summary()?.is,
    today,
    verification: checking.verification,
    trouble: checking.trouble,
    check: checking.check,
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;
