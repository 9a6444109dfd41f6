import { useParams } from '@solidjs/router';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { Show, type Accessor, type JSX } from 'solid-js';
import { useAdminTools } from '../admin-context.ts';
import type { Membership } from '../api/organizations-and-events.ts';
import { NotFound } from '../features/not-found.tsx';
import { Shell } from '../features/shell/shell.tsx';

/** A page of the organization that the address names; says where the person is not in such an organization. `onFind`: what `/` does. */
export function OrganizationPage(props: {
  onFind?: () => void;
  children: (me: Accessor<MeResponse>, organization: Accessor<Membership>) => JSX.Element;
}) {
  const { words } = useAdminTools();
  const params = useParams<{ organizationId: string }>();
  return (
    <Shell {...(props.onFind && { onFind: props.onFind })}>
      {(me) => {
        const organization = () => me().organizations.find(({ id }) => id === params.organizationId);
        return (
          <Show
            when={organization()?.id}
            keyed
            fallback={<NotFound title={words.people.gone} lead={words.people.goneLead} />}
          >
            {/* A role that changes keeps the page. */}
            <Show when={organization()}>{(found) => props.children(me, found)}</Show>
          </Show>
        );
      }}
    </Shell>
  );
}
