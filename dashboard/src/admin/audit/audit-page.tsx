import type { AuditFault } from '@sign-display/contracts/rest/audit';
import type { Role } from '@sign-display/contracts/roles';
import { useLocation } from '@solidjs/router';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { NO_SCROLL } from '../../event/filter-strip.tsx';
import { LoadError } from '../../features/load-error.tsx';
import { PagedListEnd } from '../../features/paged-list.tsx';
import { roleReaches } from '../../features/shell/permissions.ts';
import { useKeys } from '../../features/use-keys.ts';
import { useTitle } from '../../features/window-title.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty-state.tsx';
import { PageLoading } from '../page-loading.tsx';
import { around, isFiltered, neighboursOf, NO_FILTERS, placeOfFault } from './audit-filter.ts';
import { searchText } from '../log/log-url.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditHeadline } from './audit-headline.tsx';
import { AuditRowItem, ROW_COLUMNS } from './audit-row.tsx';
import { createAuditLog } from './create-audit-log.ts';
import { ExportDialog } from '../log/export-dialog.tsx';
import { LogTabs } from '../log/log-tabs.tsx';

interface AuditPageProps {
  organizationId: string;
  organizationName: string;
  role: Role;
  /** On an event's page, only the event's rows are shown, in the event's time zone. */
  eventId?: string;
  timeZone?: string;
}

/** A row that is wrong, in its place between the rows. */
function FaultBlock(props: {
  fault: AuditFault;
  others: readonly AuditFault[];
  pathname: string;
  timeOf(at: string): string;
}) {
  const { words } = useAdminTools();
  const said = words.audit.fault;
  const row = ({ kind, seq }: AuditFault) => said.rows[kind](seq.toLocaleString(words.common.language));
  const times = ({ from, to }: AuditFault) =>
    from === null ? said.before(props.timeOf(to)) : said.between(props.timeOf(from), props.timeOf(to));
  return (
    <div class="border-s-[3px] border-alarm bg-alarm-wash px-4 py-3 leading-normal">
      <p class="text-15 font-[640] text-alarm">{row(props.fault)}</p>
      <p>
        {said.why[props.fault.kind]} {times(props.fault)}
      </p>
      <p class="mt-1">
        <b class="font-[640]">{said.whatToDo}</b> {said.advice}
      </p>
      <p class="mt-1">
        <a href={props.pathname + searchText(around(props.fault))} {...NO_SCROLL}>
          {said.around}
        </a>
      </p>
      <Show when={props.others.length > 0}>
        <p class="mt-2 font-[640]">{said.others}</p>
        <ul>
          <For each={props.others}>
            {(fault) => (
              <li>
                <a href={props.pathname + searchText(around(fault))} {...NO_SCROLL}>
                  {row(fault)}
                </a>{' '}
                {times(fault)}
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}

function Columns() {
  const { words } = useAdminTools();
  const { row, when, who, what, on, outcome, address } = words.audit.columns;
  return (
    <div
      class={`${ROW_COLUMNS} min-h-[calc(30rem/16)] border-s-[3px] border-b border-s-transparent border-b-line-strong text-11 font-[600] text-ink-3 @max-[62.5rem]:hidden`}
      aria-hidden="true"
    >
      <For each={[row, when, who, what, on, outcome, address]}>{(name) => <span>{name}</span>}</For>
    </div>
  );
}

function Loaded(props: AuditPageProps) {
  const { words, times } = useAdminTools();
  const said = words.audit;
  const location = useLocation();
  const zone = () => props.timeZone ?? times.viewerZone;
  const log = createAuditLog(() => ({
    organizationId: props.organizationId,
    eventId: props.eventId,
    timeZone: zone(),
  }));
  const timeOf = (at: string): string => times.said(Date.parse(at), 'daySeconds', zone());
  const [isExporting, setExporting] = createSignal(false);
  const rows = () => log.list.items() ?? [];
  const fault = () => log.verification()?.fault ?? undefined;
  const place = createMemo(() => {
    const found = fault();
    return found && placeOfFault(rows(), found.seq);
  });
  const block = () => (
    <Show when={fault()}>
      {(found) => (
        <FaultBlock
          fault={found()}
          others={log.verification()?.otherFaults ?? []}
          pathname={location.pathname}
          timeOf={timeOf}
        />
      )}
    </Show>
  );
  const open = (row: string | undefined): void => log.setSearch({ row });
  const goBack = (): void => {
    const { row } = log.search;
    if (row === undefined) return log.setSearch(NO_FILTERS);
    open(undefined);
    document.getElementById(`row-${row}`)?.focus();
  };
  useKeys({ title: said.title, bindings: [{ key: 'Escape', said: words.shell.goBack, run: goBack }] });
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
      <AuditHeadline log={log} timeOf={timeOf} />
      <LogTabs tab="audit" role={props.role} organizationId={props.organizationId} eventId={props.eventId} />
      <AuditFilters log={log} timeOf={timeOf} onExport={() => setExporting(true)} />
      <div class="@container">
        <Columns />
        <Show when={place() === null}>{block()}</Show>
        <h2 class="sr-only">{said.list}</h2>
        <ul aria-label={said.list}>
          <For each={rows()}>
            {(row, index) => (
              <>
                <Show when={place() === index()}>
                  <li>{block()}</li>
                </Show>
                <AuditRowItem
                  row={row}
                  neighbours={neighboursOf(rows(), index())}
                  isOpen={log.search.row === String(row.seq)}
                  timeZone={zone()}
                  pathname={location.pathname}
                  onToggle={() => open(log.search.row === String(row.seq) ? undefined : String(row.seq))}
                />
              </>
            )}
          </For>
        </ul>
      </div>
      <Show when={rows().length === 0}>
        <div class="px-4 py-10">
          <Empty
            title={isFiltered(log.search) ? said.nothing : said.empty}
            lead={isFiltered(log.search) ? said.nothingLead : said.emptyLead}
          >
            <Show when={isFiltered(log.search)}>
              <Button onClick={() => log.setSearch(NO_FILTERS)}>{said.filters.clear}</Button>
            </Show>
          </Empty>
        </div>
      </Show>
      <div class="px-4 pt-1 pb-6">
        <PagedListEnd list={log.list} more={said.older} />
      </div>
      <Show when={isExporting()}>
        <ExportDialog
          path="/api/audit/export"
          name="audit"
          query={log.query()}
          total={log.summary()?.total}
          said={said.export}
          note={said.export.isRow}
          onClose={() => setExporting(false)}
        />
      </Show>
    </Show>
  );
}

/** Shows admins the audit log of an organization or of one of its events. */
export function AuditPage(props: AuditPageProps) {
  const { words } = useAdminTools();
  useTitle(() => words.audit.title);
  return (
    <Show
      when={roleReaches(props.role, 'admin')}
      fallback={
        <div class="px-4 py-10">
          <Empty
            isHeading
            title={words.states.forbidden.admins(words.audit.forbidden)}
            lead={words.states.forbidden.you(words.common.roles[props.role], props.organizationName)}
          />
        </div>
      }
    >
      {/* Another log begins anew, so that no answer about this one shows there. */}
      <Show keyed when={`${props.organizationId} ${props.eventId ?? ''}`}>
        <Loaded {...props} />
      </Show>
    </Show>
  );
}
