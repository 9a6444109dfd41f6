import type { AuditSummary, AuditVerification, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { useSearchParams } from '@solidjs/router';
import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { createPagedList } from '../../features/paged-list.tsx';
import { dayOf, filtersOf, rangeOf, type AuditSearch } from './audit-filter.ts';

const PAGE = 50;
/** A check of a log of usual size takes a few seconds. */
const POLL_MS = 1_000;

export interface AuditPlace {
  organizationId: string;
  /** Set on an event's page, which shows only the event's rows. */
  eventId?: string | undefined;
  timeZone: string;
}

/**
 * Reads the rows and counts of a log under the filters in the URL, and the state of the log's check. The counts are
 * read after the rows.
 */
export function createAuditLog(place: Accessor<AuditPlace>) {
  const { client, clock } = useAdminTools();
  const [search, setSearch] = useSearchParams<Record<keyof AuditSearch, string>>();
  const query = createMemo(() => {
    const { organizationId, eventId, timeZone } = place();
    return { organizationId, ...(eventId !== undefined && { eventId }), ...filtersOf(search, timeZone) };
  });
  const key = createMemo(() => JSON.stringify(query()));
  const list = createPagedList<ListedAuditRow>((cursor) =>
    client.call('GET /api/audit', { query: { ...query(), limit: PAGE, ...(cursor !== undefined && { cursor }) } }),
  );
  const [summary, setSummary] = createSignal<{ key: string; is: AuditSummary }>();
  const [today, setToday] = createSignal<AuditSummary>();
  const [verification, setVerification] = createSignal<AuditVerification>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();

  async function readCounts(): Promise<void> {
    const of = key();
    const counted = await asked(client.call('GET /api/audit/summary', { query: query() }));
    if (of !== key()) return;
    if (counted.ok) setSummary({ key: of, is: counted.body });
    const { organizationId, eventId, timeZone } = place();
    const whole = { organizationId, ...(eventId !== undefined && { eventId }) };
    const range = rangeOf(dayOf(clock.now(), timeZone), timeZone);
    const ofToday = await asked(client.call('GET /api/audit/summary', { query: { ...whole, ...range } }));
    if (ofToday.ok) setToday(ofToday.body);
  }
  async function readVerification(): Promise<void> {
    const { organizationId } = place();
    const answer = await asked(client.call('GET /api/audit/verification', { query: { organizationId } }));
    if (answer.ok) setVerification(answer.body);
  }
  let isGone = false;
  onCleanup(() => (isGone = true));
  async function read(): Promise<void> {
    const of = key();
    await list.read();
    if (isGone || of !== key() || list.trouble()) return;
    await readCounts();
  }
  createEffect(on(key, () => void read()));
  createEffect(
    on(
      () => place().organizationId,
      () => void readVerification(),
    ),
  );
  createEffect(
    on(verification, (now, before) => {
      if (now?.state === 'running') {
        const cancel = clock.after(POLL_MS, () => void readVerification());
        onCleanup(cancel);
      } else if (before?.state === 'running') void read();
    }),
  );

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
    verification,
    trouble,
    /**
     * Begins a check. If the service refuses because a check is running, that is not shown as an error but as the
     * state.
     */
    async check(): Promise<void> {
      setTrouble();
      const { organizationId } = place();
      const answer = await asked(client.call('POST /api/audit/verification', { query: { organizationId } }));
      if (answer.ok) setVerification(answer.body);
      else if (answer.body?.code === 'conflict') await readVerification();
      else setTrouble({ why: answer.body });
    },
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;
