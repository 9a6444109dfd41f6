import type { Role } from '@sign-display/contracts/roles';
import { For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { roleReaches, ROLES_BY_STRENGTH } from '../../features/shell/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { RIGHTS } from './role-rights.ts';

/** What each role can do, and how many members have it. */
export function RoleTable(props: { organization: string; counts: Record<Role, number> }) {
  const { words } = useAdminTools();
  const said = words.people.roles;
  return (
    <>
      <h2 class="mb-[3px] text-18 font-[640]">{said.title}</h2>
      <p class="mb-3 leading-normal text-ink-2">{said.lead}</p>
      <table class="w-full max-[320px]:hidden">
        <thead>
          <tr class="text-11 text-ink-3 [&_th]:border-b [&_th]:border-line-strong [&_th]:pb-[7px] [&_th]:align-bottom [&_th]:font-[600]">
            <th class="text-start wrap-anywhere">{said.of(props.organization)}</th>
            <For each={ROLES_BY_STRENGTH}>
              {(role) => (
                <th scope="col" class="w-[calc(66rem/16)] px-0.5 max-[700px]:w-[calc(48rem/16)]">
                  <b class="mb-px block text-18 font-[640] text-ink">{props.counts[role]}</b>
                  <span class="hyphens-auto">{words.common.roles[role]}</span>
                </th>
              )}
            </For>
          </tr>
        </thead>
        <For each={RIGHTS}>
          {({ group, rights }) => (
            <tbody>
              <tr>
                <th
                  scope="rowgroup"
                  colspan={ROLES_BY_STRENGTH.length + 1}
                  class="h-[calc(34rem/16)] border-b border-line pb-1 text-start align-bottom text-11 font-[600] text-ink-3"
                >
                  {said.groups[group]}
                </th>
              </tr>
              <For each={rights}>
                {([right, weakest]) => (
                  <tr>
                    <th scope="row" class="h-[calc(29rem/16)] border-b border-line py-1 text-start font-[420]">
                      {said.rows[right]}
                    </th>
                    <For each={ROLES_BY_STRENGTH}>
                      {(role) => (
                        <td class="border-b border-line text-center">
                          <Show
                            when={roleReaches(role, weakest)}
                            fallback={
                              <>
                                <span class="text-ink-faint" aria-hidden="true">
                                  ·
                                </span>
                                <span class="sr-only">{said.no}</span>
                              </>
                            }
                          >
                            <Icon is="check" size={13} class="inline" />
                            <span class="sr-only">{said.yes}</span>
                          </Show>
                        </td>
                      )}
                    </For>
                  </tr>
                )}
              </For>
            </tbody>
          )}
        </For>
      </table>
      {/* Four columns do not fit a small phone with text at twice its size. */}
      <ul class="min-[321px]:hidden">
        <For each={RIGHTS.flatMap(({ rights }) => rights)}>
          {([right, weakest]) => (
            <li class="border-t border-line py-1.5">
              {said.rows[right]}
              <span class="block text-ink-3">{words.common.roles[weakest]}</span>
            </li>
          )}
        </For>
      </ul>
      <p class="mt-3 leading-normal text-ink-3">{said.foot}</p>
    </>
  );
}
