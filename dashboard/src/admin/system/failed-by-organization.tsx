import { pathOf } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { SystemResponse } from '@sign-display/contracts/rest/system';
import { A } from '@solidjs/router';
import { Index, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { roleReaches } from '../../features/shell/permissions.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Mark } from '../../ui/status-mark.tsx';
import { SectionTitle } from './section-title.tsx';

/**
 * Shows the organizations with failed messages, the number of failures and the last reason. Only the organizations'
 * admins see the messages, in the settings.
 */
export function FailedByOrganization(props: { failed: SystemResponse['deliveries']['failed']; me: MeResponse }) {
  const { words } = useAdminTools();
  const said = words.system.failed;
  const maySee = (organizationId: string): boolean =>
    props.me.organizations.some(({ id, role }) => id === organizationId && roleReaches(role, 'admin'));
  return (
    <section class="mb-[18px]">
      <SectionTitle title={said.title} hint={said.hint} />
      <Show when={props.failed.length > 0} fallback={<p class="border-t border-line py-2 text-ink-2">{said.none}</p>}>
        <ul aria-label={said.title}>
          <Index each={props.failed}>
            {(one) => (
              <li class="flex flex-wrap items-start gap-x-2 gap-y-1 border-t border-line py-2.5">
                <span class="mt-0.5 text-alarm">
                  <Mark is="failed" size={14} />
                </span>
                <div class="min-w-0 flex-1 basis-48 wrap-anywhere">
                  <b class="block font-[600]" dir="auto">
                    {one().name}
                  </b>
                  <small class="block text-12 leading-[1.4] text-ink-3">
                    {said.count(one().count)} {said.last(one().lastError)}
                  </small>
                </div>
                <Show when={maySee(one().organizationId)}>
                  <A
                    href={pathOf('organizationSettings', { organizationId: one().organizationId })}
                    class={buttonLook({})}
                    aria-label={said.openOf(one().name)}
                  >
                    {said.open}
                  </A>
                </Show>
              </li>
            )}
          </Index>
        </ul>
        <p class="border-t border-line pt-2 text-12 leading-[1.4] text-ink-3">{said.own}</p>
      </Show>
    </section>
  );
}
