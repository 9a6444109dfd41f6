import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { For, onCleanup, Show } from 'solid-js';
import { roleReaches } from '../features/shell/permissions.ts';
import { useTools } from '../app-context.ts';
import type { Seen } from './event-page-frame.tsx';
import { createRepeatedRead } from './repeated-read.ts';

const TABS = ['claimAttempts', 'devices', 'replacedDevices'] as const;
export type DeviceTab = (typeof TABS)[number];

const REST_MS = 2_000;
/** More clones than this are counted as "50+". */
const MOST_COUNTED = 50;

/** How many clones wait for a decision. Each reading is in the audit log, so it is repeated only when a clone comes or is decided. */
function OpenClones(props: { seen: Seen }) {
  const { client } = useTools();
  const { seen } = props;
  const open = createRepeatedRead(REST_MS, () =>
    client.call('GET /api/events/:id/clones', {
      params: { id: seen.event.id },
      query: { state: 'open', limit: MOST_COUNTED },
    }),
  );
  onCleanup(seen.live.onClone(open.want));
  const count = () => open.value()?.items.length ?? 0;
  return (
    <Show when={count() > 0}>
      <b class="ms-1 font-[640] text-caution">{open.value()?.nextCursor ? `${count()}+` : count()}</b>
    </Show>
  );
}

/** The three lists of the claims and devices of an event. */
export function DeviceTabs(props: { seen: Seen; tab: DeviceTab }) {
  const { words } = useTools();
  const isAdmin = () => roleReaches(props.seen.role, 'admin');
  const shown = () => TABS.filter((name) => name !== 'devices' || isAdmin());
  return (
    <nav aria-label={words.claims.tabs.label} class="flex flex-wrap gap-0.5 border-b border-line px-4 max-[700px]:px-2">
      <For each={shown()}>
        {(name) => (
          <A
            href={pathOf(name, { eventId: props.seen.event.id })}
            end
            activeClass=""
            inactiveClass=""
            aria-current={props.tab === name ? 'page' : undefined}
            class="flex min-w-0 items-center px-2.5 pt-2.5 pb-[9px] wrap-anywhere no-underline max-[700px]:min-h-12"
            classList={{
              'font-[600] text-ink shadow-[inset_0_-2px_0_var(--ink)]': props.tab === name,
              'text-ink-2': props.tab !== name,
            }}
          >
            {words.claims.tabs[name]}
            <Show when={name === 'devices'}>
              <OpenClones seen={props.seen} />
            </Show>
          </A>
        )}
      </For>
    </nav>
  );
}
