import type { Role } from '@sign-display/contracts/roles';
import { createSignal, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { LoadError } from '../../features/load-error.tsx';
import { PagedListEnd } from '../../features/paged-list.tsx';
import { useKeys } from '../../features/use-keys.ts';
import { useTitle } from '../../features/window-title.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty-state.tsx';
import { ExportDialog } from '../log/export-dialog.tsx';
import { LogTabs } from '../log/log-tabs.tsx';
import { PageHeadline } from '../page-headline.tsx';
import { PageLoading } from '../page-loading.tsx';
import { isFiltered, NO_FILTERS } from './content-fetch-filter.ts';
import { ContentFetchFilters } from './content-fetch-filters.tsx';
import { ContentFetchRow, ROW_COLUMNS } from './content-fetch-row.tsx';
import { createContentFetchLog, type ContentFetchLog } from './create-content-fetch-log.ts';

interface ContentFetchesPageProps {
  organizationId: string;
  role: Role;
  /** On the page of an event: its requests alone, in its time zone. */
  eventId?: string;
  timeZone?: string;
}

/** Whether requests failed today. */
function Headline(props: { log: ContentFetchLog }) {
  const { words } = useAdminTools();
  const said = words.contentFetches.headline;
  const failed = () => {
    const found = props.log.failures();
    if (!found || found.count === 0) return undefined;
    return found.isMore ? said.more(found.count) : said.failed(found.count, found.signs);
  };
  const host = () => props.log.failures()?.host;
  return (
    <PageHeadline
      caution={failed()}
      sentence={failed() ? '' : props.log.failures() ? said.none : words.contentFetches.title}
      lead={host() ? `${said.host(host()!)} ${said.lead}` : said.lead}
    />
  );
}

function Columns() {
  const { words } = useAdminTools();
  const { when, sign, url, result, took, size } = words.contentFetches.columns;
  return (
    <div
      class={`${ROW_COLUMNS} min-h-[calc(30rem/16)] border-s-[3px] border-b border-s-transparent border-b-line-strong text-11 font-[600] text-ink-3 @max-[62.5rem]:hidden`}
      aria-hidden="true"
    >
      <For each={[when, sign, url, result]}>{(name) => <span>{name}</span>}</For>
      <For each={[took, size]}>{(name) => <span class="text-end">{name}</span>}</For>
    </div>
  );
}

function Nothing(props: { log: ContentFetchLog }) {
  const { words } = useAdminTools();
  const said = words.contentFetches;
  const isNarrow = () => isFiltered(props.log.search);
  return (
    <div class="px-4 py-10">
      <Empty title={isNarrow() ? said.nothing : said.empty} lead={isNarrow() ? said.nothingLead : said.emptyLead}>
        <Show when={isNarrow()}>
          <Button onClick={() => props.log.setSearch(NO_FILTERS)}>{said.filters.clear}</Button>
        </Show>
      </Empty>
    </div>
  );
}

/** What the signs of an organization or of one of its events loaded for their pages, for all members. */
export function ContentFetchesPage(props: ContentFetchesPageProps) {
  const { words, places } = useAdminTools();
  const said = words.contentFetches;
  useTitle(() => said.title);
  const log = createContentFetchLog(() => ({
    organizationId: props.organizationId,
    eventId: props.eventId,
    timeZone: props.timeZone,
  }));
  const [isExporting, setExporting] = createSignal(false);
  const rows = () => log.list.items() ?? [];
  const eventName = (id: string) => (props.eventId === undefined ? places.event(id)?.name : undefined);
  useKeys({
    title: said.title,
    bindings: [{ key: 'Escape', said: words.shell.goBack, run: () => log.setSearch(NO_FILTERS) }],
  });
  return (
    <Show
      when={log.list.items()}
      fallback={
        <Show when={log.list.trouble()} fallback={<PageLoading title={said.loading} />}>
          {(failed) => (
            <div class="px-4 py-10">
              <LoadError isHeading what={said.loadingWhat} why={failed().why} onAgain={() => void log.read()} />
            </div>
          )}
        </Show>
      }
    >
      <Headline log={log} />
      <LogTabs tab="fetches" role={props.role} organizationId={props.organizationId} eventId={props.eventId} />
      <ContentFetchFilters
        log={log}
        organizationId={props.organizationId}
        hasEvents={props.eventId === undefined}
        onExport={() => setExporting(true)}
      />
      <div class="@container">
        <Columns />
        <h2 class="sr-only">{said.list}</h2>
        <ul aria-label={said.list}>
          <For each={rows()}>
            {(row) => <ContentFetchRow row={row} timeZone={log.timeZone()} eventName={eventName(row.eventId)} />}
          </For>
        </ul>
      </div>
      <Show when={rows().length === 0}>
        <Nothing log={log} />
      </Show>
      <div class="px-4 pt-1 pb-6">
        <PagedListEnd list={log.list} more={said.older} />
      </div>
      <Show when={isExporting()}>
        <ExportDialog
          path="/api/content-fetches/export"
          name="content-fetches"
          query={log.query()}
          total={log.total()}
          said={said.export}
          onClose={() => setExporting(false)}
        />
      </Show>
    </Show>
  );
}
