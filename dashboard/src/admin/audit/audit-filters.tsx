import type { AuditOutcome } from '@sign-display/contracts/rest/audit';
import { createMemo, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import type { Chip } from '../../event/filter-chip.ts';
import { FilterStrip } from '../../event/filter-strip.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { isFiltered, NO_FILTERS, type AuditSearch } from './audit-filter.ts';
import { searchText } from '../log/log-url.ts';
import type { AuditLog } from './create-audit-log.ts';

const OUTCOMES: readonly AuditOutcome[] = ['ok', 'denied', 'failed'];
const MARKS = { denied: 'refused', failed: 'failed' } as const;
const TRIGGER =
  'inline-flex min-h-7 max-w-[min(14rem,80vw)] items-center gap-1.5 rounded-control border px-2 max-[700px]:min-h-12 max-[700px]:text-15';

/** Shows the number of rows that no entry of a menu counts, so that the menu adds up. */
function Others(props: { rows: number }) {
  const { words } = useAdminTools();
  return (
    <Show when={props.rows > 0}>
      <MenuItem disabled onSelect={() => undefined}>
        {words.audit.filters.others(props.rows)}
      </MenuItem>
    </Show>
  );
}

/** Shows the filters of the log with their counts, and the export button. */
export function AuditFilters(props: { log: AuditLog; timeOf(at: string): string; onExport(): void }) {
  const { words } = useAdminTools();
  const said = words.audit.filters;
  const { search, setSearch } = props.log;
  const count = (rows: number) => <span class="text-12 text-ink-3">{rows.toLocaleString(words.common.language)}</span>;
  const chips = createMemo((): Chip[] => {
    const counts = props.log.summary()?.byOutcome;
    const all = OUTCOMES.map((outcome) => ({
      ...(outcome !== 'ok' && { mark: MARKS[outcome] }),
      ...(counts && { count: counts[outcome] }),
      said: words.audit.outcomes[outcome],
      search: searchText({
        ...search,
        row: undefined,
        outcome: search.outcome === outcome ? undefined : outcome,
      }),
      isOn: search.outcome === outcome,
    }));
    const removable: { name: keyof AuditSearch; text: string }[] = [
      ...(search.sign === undefined ? [] : [{ name: 'sign' as const, text: said.sign }]),
      ...(search.request === undefined ? [] : [{ name: 'request' as const, text: said.request }]),
      ...(search.from === undefined ? [] : [{ name: 'from' as const, text: said.from(props.timeOf(search.from)) }]),
      ...(search.to === undefined ? [] : [{ name: 'to' as const, text: said.to(props.timeOf(search.to)) }]),
    ];
    const own = removable.map(({ name, text }, nth) => ({
      said: text,
      search: searchText({ ...search, row: undefined, [name]: undefined }),
      isOn: true,
      isApart: nth === 0,
    }));
    return [...all, ...own];
  });
  const actors = () => props.log.lastSummary()?.actors ?? [];
  const nameOfActor = (id: string) => {
    const found = actors().find(({ actor }) => actor?.id === id);
    return found?.name ?? found?.actor?.email ?? id;
  };
  return (
    <FilterStrip wraps label={said.label} chips={chips()}>
      <Menu
        label={search.who === undefined ? said.anyone : said.by(nameOfActor(search.who))}
        triggerClass={`${TRIGGER} ${search.who === undefined ? 'border-line-strong' : 'border-ink bg-surface'}`}
        trigger={
          <>
            <span class="truncate" aria-hidden="true">
              {search.who === undefined ? said.anyone : said.by(nameOfActor(search.who))}
            </span>
            <Icon is="down" size={12} />
          </>
        }
      >
        <MenuItem current={search.who === undefined} onSelect={() => setSearch({ who: undefined })}>
          {said.anyone}
        </MenuItem>
        <For each={actors()}>
          {(entry) => (
            <MenuItem
              current={entry.actor !== null && search.who === entry.actor.id}
              disabled={entry.actor === null}
              aside={count(entry.count)}
              onSelect={() => setSearch({ who: entry.actor?.id })}
            >
              <bdi>{entry.name ?? entry.actor?.email ?? words.audit.nobody}</bdi>
            </MenuItem>
          )}
        </For>
        <Others rows={props.log.lastSummary()?.otherActors ?? 0} />
      </Menu>
      <Menu
        label={search.action === undefined ? said.anyAction : (words.audit.actions[search.action] ?? search.action)}
        triggerClass={`${TRIGGER} ${search.action === undefined ? 'border-line-strong' : 'border-ink bg-surface'}`}
        trigger={
          <>
            <span class="truncate" aria-hidden="true">
              {search.action === undefined ? said.anyAction : (words.audit.actions[search.action] ?? search.action)}
            </span>
            <Icon is="down" size={12} />
          </>
        }
      >
        <MenuItem current={search.action === undefined} onSelect={() => setSearch({ action: undefined })}>
          {said.anyAction}
        </MenuItem>
        <For each={props.log.lastSummary()?.actions ?? []}>
          {({ action, count: rows }) => (
            <MenuItem current={search.action === action} aside={count(rows)} onSelect={() => setSearch({ action })}>
              {words.audit.actions[action] ?? action}
            </MenuItem>
          )}
        </For>
        <Others rows={props.log.lastSummary()?.otherActions ?? 0} />
      </Menu>
      <input
        type="date"
        aria-label={said.day}
        title={said.day}
        class="min-h-7 min-w-0 rounded-control border border-line-strong bg-surface px-2 max-[700px]:min-h-12 max-[700px]:text-15"
        classList={{ 'border-ink': search.day !== undefined }}
        value={search.day ?? ''}
        onChange={(event) => setSearch({ day: event.currentTarget.value || undefined, from: undefined, to: undefined })}
      />
      <Show when={isFiltered(search)}>
        <Button onClick={() => setSearch(NO_FILTERS)}>{said.clear}</Button>
      </Show>
      <Button onClick={() => props.onExport()}>{words.audit.export.open}</Button>
    </FilterStrip>
  );
}
