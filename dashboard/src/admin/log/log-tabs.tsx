import { pathOf } from '@sign-display/contracts/page-paths';
import type { Role } from '@sign-display/contracts/roles';
import { A } from '@solidjs/router';
import { For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { mayOpen } from '../../features/shell/permissions.ts';

const TABS = ['audit', 'fetches'] as const;

/** The two logs of an organization or an event, for those who may read both. */
export function LogTabs(props: {
  tab: (typeof TABS)[number];
  role: Role;
  organizationId: string;
  eventId?: string | undefined;
}) {
  const { words } = useAdminTools();
  const said = words.contentFetches.tabs;
  const paths = () => {
    const { organizationId, eventId } = props;
    return eventId === undefined
      ? {
          audit: pathOf('organizationAudit', { organizationId }),
          fetches: pathOf('contentFetches', { organizationId }),
        }
      : { audit: pathOf('eventAudit', { eventId }), fetches: pathOf('eventContentFetches', { eventId }) };
  };
  return (
    <Show when={mayOpen('organizationAudit', { role: props.role, isSystemOwner: false })}>
      <nav aria-label={said.label} class="flex flex-wrap gap-0.5 px-4 max-[700px]:px-2">
        <For each={TABS}>
          {(name) => (
            <A
              href={paths()[name]}
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
              {said[name]}
            </A>
          )}
        </For>
      </nav>
    </Show>
  );
}
