import { pathOf } from '@sign-display/contracts/page-paths';
import type { ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { EventTime } from '../../features/event-time.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { NO_SCROLL } from '../../event/filter-strip.tsx';
import { changesOf, factsOf, neighboursOf, NO_FILTERS, valueText } from './audit-filter.ts';
import { searchText } from '../log/log-url.ts';

/** One line in columns on a desktop; stacked lines in a narrow window or with large text. */
export const ROW_COLUMNS =
  'grid items-center gap-x-3 px-4 @min-[62.5rem]:grid-cols-[4.5rem_9.5rem_minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1.3fr)_minmax(0,1fr)_8rem]';

const EDGES = { ok: 'border-transparent', denied: 'border-caution', failed: 'border-alarm' };
const FIELD = 'py-1 pe-3 align-top text-start wrap-anywhere';

/** Returns the page of a row's target; null if the target has no page. */
function targetPath({ organizationId, target, targetName }: ListedAuditRow) {
  if (targetName === null) return null;
  const { type, id } = target;
  if (type === 'sign') return { type, path: pathOf('sign', { signId: id }) } as const;
  if (type === 'event') return { type, path: pathOf('wall', { eventId: id }) } as const;
  if (type === 'member') return { type, path: pathOf('person', { organizationId, userId: id }) } as const;
  if (type === 'organization') return { type, path: pathOf('organizationSettings', { organizationId }) } as const;
  return null;
}

/** The first digits of a hash are enough to compare two of them by eye. */
const Hash = (props: { is: string }) => (
  <code class="font-mono text-12" title={props.is}>
    {props.is.slice(0, 12)}…
  </code>
);

function Changes(props: { row: ListedAuditRow }) {
  const { words } = useAdminTools();
  const said = words.audit.detail;
  const changes = () => changesOf(props.row.detail);
  const facts = () => factsOf(props.row.detail);
  return (
    <div class="min-w-0">
      <Show when={changes().length > 0}>
        <table class="mb-3 w-full table-fixed">
          <caption class="mb-1 text-start text-12 font-[600]">{said.changes}</caption>
          <thead class="text-11 text-ink-3">
            <tr>
              <th class={`${FIELD} font-[600]`}>{said.field}</th>
              <th class={`${FIELD} font-[600]`}>{said.before}</th>
              <th class={`${FIELD} font-[600]`}>{said.after}</th>
            </tr>
          </thead>
          <tbody>
            <For each={changes()}>
              {({ field, from, to }) => (
                <tr class="border-t border-line">
                  <td class={FIELD}>{field}</td>
                  <td class={`${FIELD} text-ink-2 line-through decoration-ink-3`}>
                    <bdi>{valueText(from)}</bdi>
                  </td>
                  <td class={`${FIELD} font-[580]`}>
                    <bdi>{valueText(to)}</bdi>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
      <Show when={facts().length > 0}>
        <h3 class="mb-1 text-12 font-[600]">{said.facts}</h3>
        <dl class="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-x-3 gap-y-1">
          <For each={facts()}>
            {({ name, value }) => (
              <>
                <dt class="wrap-anywhere text-ink-3">{name}</dt>
                <dd class="wrap-anywhere">
                  <bdi>{valueText(value)}</bdi>
                </dd>
              </>
            )}
          </For>
        </dl>
      </Show>
      <Show when={changes().length === 0 && facts().length === 0}>
        <p class="text-ink-2">{said.noFacts}</p>
      </Show>
    </div>
  );
}

/** A row of the chain: its number, its hash, and whether it agrees with the open row. */
function Link(props: { label: string; at: Neighbours['before']; isOwn?: boolean }) {
  const { words } = useAdminTools();
  const said = words.audit.detail;
  return (
    <Show when={props.at}>
      {(at) => (
        <>
          <dt class="text-ink-3">{props.label}</dt>
          <dd class="text-end" classList={{ 'font-[640]': props.isOwn === true }}>
            {at().seq.toLocaleString(words.common.language)}
          </dd>
          <dd class="flex flex-wrap items-center gap-x-1.5">
            <Hash is={at().hash} />
            <Show when={at().fits !== null}>
              <StatusMark is={at().fits ? 'acked' : 'failed'} said={at().fits ? said.fits : said.differs} />
            </Show>
          </dd>
        </>
      )}
    </Show>
  );
}

type Neighbours = ReturnType<typeof neighboursOf>;

function Detail(props: { row: ListedAuditRow; neighbours: Neighbours; pathname: string }) {
  const { words } = useAdminTools();
  const said = words.audit.detail;
  const filter = (search: Parameters<typeof searchText>[0]) =>
    props.pathname + searchText({ ...NO_FILTERS, ...search });
  const target = () => targetPath(props.row);
  return (
    <div class="grid gap-x-8 gap-y-4 bg-surface px-4 pt-1 pb-4 @min-[62.5rem]:grid-cols-[1.3fr_1fr_1fr]">
      <Changes row={props.row} />
      <div class="min-w-0">
        <h3 class="mb-1 text-12 font-[600]">{said.request}</h3>
        <dl class="grid grid-cols-[minmax(0,6rem)_minmax(0,1fr)] gap-x-3 gap-y-1">
          <Show when={props.row.requestId}>
            {(id) => (
              <>
                <dt class="text-ink-3">{said.id}</dt>
                <dd class="wrap-anywhere">
                  <code class="font-mono text-12">{id()}</code>
                </dd>
              </>
            )}
          </Show>
          <Show when={props.row.actor}>
            {(actor) => (
              <>
                <dt class="text-ink-3">{said.email}</dt>
                <dd class="wrap-anywhere">{actor().email}</dd>
              </>
            )}
          </Show>
          <Show when={props.row.ip}>
            <dt class="text-ink-3">{said.address}</dt>
            <dd class="wrap-anywhere">{props.row.ip}</dd>
          </Show>
          <dt class="text-ink-3">{said.utc}</dt>
          <dd class="wrap-anywhere">{props.row.at}</dd>
        </dl>
        <ul class="mt-2 grid gap-1">
          <Show when={target()}>
            {(to) => (
              <li>
                <a href={to().path}>{said.open[to().type]}</a>
              </li>
            )}
          </Show>
          <Show when={props.row.requestId}>
            {(id) => (
              <li>
                <a href={filter({ request: id() })} {...NO_SCROLL}>
                  {said.ofRequest}
                </a>
              </li>
            )}
          </Show>
          <Show when={props.row.target.type === 'sign'}>
            <li>
              <a href={filter({ sign: props.row.target.id })} {...NO_SCROLL}>
                {said.ofSign}
              </a>
            </li>
          </Show>
        </ul>
      </div>
      <div class="min-w-0">
        <h3 class="mb-1 text-12 font-[600]">
          {said.chain} <span class="font-[420] text-ink-3">{said.chainAside}</span>
        </h3>
        <dl class="grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          <Link label={said.previous} at={props.neighbours.before} />
          <Link label={said.own} at={{ seq: props.row.seq, hash: props.row.hash, fits: null }} isOwn />
          <Link label={said.next} at={props.neighbours.after} />
        </dl>
      </div>
    </div>
  );
}

/** Shows a row of the log, which opens its details. */
export function AuditRowItem(props: {
  row: ListedAuditRow;
  /** Read where the row is open. */
  neighbours: Neighbours;
  isOpen: boolean;
  timeZone: string;
  pathname: string;
  onToggle(): void;
}) {
  const { words } = useAdminTools();
  const refusal = () =>
    props.row.outcome === 'ok' ? undefined : (props.row.detail as { code?: unknown } | null)?.code;
  const name = () => {
    const { name: given, email } = (props.row.detail ?? {}) as { name?: unknown; email?: unknown };
    return props.row.targetName ?? [given, email].find((text) => typeof text === 'string') ?? '';
  };
  return (
    <li class={`border-b border-line ${props.row.outcome === 'denied' ? 'bg-caution-wash' : ''}`}>
      <button
        type="button"
        id={`row-${props.row.seq}`}
        aria-expanded={props.isOpen}
        class={`${ROW_COLUMNS} min-h-8 w-full border-s-[3px] py-1 text-start hover:bg-surface @max-[62.5rem]:min-h-12 @max-[62.5rem]:py-2 ${props.isOpen ? 'border-ink bg-surface' : EDGES[props.row.outcome]}`}
        onClick={() => props.onToggle()}
      >
        <span class="font-mono text-12 text-ink-2">{props.row.seq.toLocaleString(words.common.language)}</span>
        <span class="text-12 text-ink-2">
          <EventTime at={props.row.at} timeZone={props.timeZone} shape="daySeconds" />
        </span>
        <span class="truncate @max-[62.5rem]:whitespace-normal @max-[62.5rem]:wrap-anywhere">
          <bdi class="empty:hidden">{props.row.actorName ?? props.row.actor?.email ?? words.audit.nobody}</bdi>
        </span>
        <b class="truncate font-[580] @max-[62.5rem]:whitespace-normal" title={props.row.action}>
          {words.audit.actions[props.row.action] ?? props.row.action}
        </b>
        <span
          class="truncate empty:hidden @max-[62.5rem]:whitespace-normal @max-[62.5rem]:wrap-anywhere"
          title={name()}
        >
          <bdi class="empty:hidden">{name()}</bdi>
        </span>
        <Show
          when={props.row.outcome !== 'ok'}
          fallback={<span class="text-ink-3 @min-[62.5rem]:col-start-6">{words.audit.outcomes.ok}</span>}
        >
          <span class="flex min-w-0 flex-wrap gap-x-1.5 @min-[62.5rem]:col-start-6">
            <StatusMark
              is={props.row.outcome === 'denied' ? 'refused' : 'failed'}
              said={words.audit.outcomes[props.row.outcome]}
            />
            <span class="truncate text-12 text-ink-2">{refusal() === undefined ? '' : String(refusal())}</span>
          </span>
        </Show>
        <span class="truncate text-12 text-ink-2 empty:hidden">{props.row.ip}</span>
      </button>
      <Show when={props.isOpen}>
        <Detail row={props.row} neighbours={props.neighbours} pathname={props.pathname} />
      </Show>
    </li>
  );
}
