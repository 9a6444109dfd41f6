import type { MeResponse } from '@sign-display/contracts/rest/session';
import { pathOf } from '@sign-display/contracts/pages';
import { A } from '@solidjs/router';
import { createResource, For, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { SignedIn } from '../features/signed-in.tsx';
import { useTitle } from '../features/title.ts';
import { sayTrouble } from '../features/troubles.ts';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Logo } from '../ui/logo.tsx';

/** The events of one organization, each a link to its wall. */
function Events(props: { organization: MeResponse['organizations'][number] }) {
  const { client, words } = useTools();
  const [events] = createResource(() =>
    asked(client.list('GET /api/organizations/:id/events', { params: { id: props.organization.id } })),
  );
  return (
    <section class="border-t border-line py-5">
      <h2 class="text-18 font-[600]" dir="auto">
        {props.organization.name}
      </h2>
      <Show when={events()}>
        {(answer) => {
          const found = answer();
          if (!found.ok) return <p class="mt-2 text-ink-2">{sayTrouble(words, found.body)}</p>;
          return (
            <ul class="mt-2">
              <For
                each={found.items}
                fallback={
                  <li>
                    <Empty title={words.shell.home.noEvent} lead={words.shell.home.noEventLead} />
                  </li>
                }
              >
                {({ id, name }) => (
                  <li class="py-1 text-15">
                    <A href={pathOf('wall', { eventId: id })} dir="auto">
                      {name}
                    </A>
                  </li>
                )}
              </For>
            </ul>
          );
        }}
      </Show>
    </section>
  );
}

export default function Home() {
  const { words, session } = useTools();
  useTitle(() => words.shell.home.title);
  return (
    <SignedIn>
      {(me) => (
        <main class="mx-auto max-w-[720px] px-5 py-8">
          <div class="flex items-center justify-between gap-4 pb-8">
            <Logo />
            <div class="flex min-w-0 items-center gap-4">
              <bdi class="truncate text-ink-2">{me().user.email}</bdi>
              <Button onClick={() => void session.signOut()}>{words.shell.home.signOut}</Button>
            </div>
          </div>
          <h1 class="pb-5 text-24 leading-tight font-[640] font-stretch-[104%]">{words.shell.home.title}</h1>
          <For
            each={me().organizations}
            fallback={
              <section class="border-t border-line py-5">
                <Empty title={words.shell.home.noOrganization} lead={words.shell.home.noOrganizationLead} />
              </section>
            }
          >
            {(organization) => <Events organization={organization} />}
          </For>
        </main>
      )}
    </SignedIn>
  );
}
