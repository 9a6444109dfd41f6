import { isBuilt, PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { A, Navigate } from '@solidjs/router';
import { For, Show } from 'solid-js';
import type { Membership } from '../api/organizations-and-events.ts';
import { openOrganizations, shutOrganizations } from '../api/second-factor-access.ts';
import { MailNotice } from '../features/mail-setup-notice.tsx';
import { mayMakeEvents } from '../features/shell/permissions.ts';
import { Shell } from '../features/shell/shell.tsx';
import { useTitle } from '../features/window-title.ts';
import { errorText } from '../features/error-text.ts';
import { useTools } from '../app-context.ts';
import { buttonLook } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';

const ORGANIZATION_PAGES = (['people', 'organizationSettings'] as const).filter(isBuilt);

/** Lists the events of one organization as links to their walls. */
function Events(props: { organization: Membership; isShut: boolean }) {
  const { places, words } = useTools();
  const answer = () => places.eventsOf(props.organization.id);
  const known = () => {
    const found = answer();
    return found?.ok ? found.events : undefined;
  };
  const trouble = () => {
    const found = answer();
    return found?.ok === false ? { why: found.trouble } : undefined;
  };
  const make = () =>
    mayMakeEvents(props.organization.role) ? pathOf('newEvent', { organizationId: props.organization.id }) : undefined;
  return (
    <section class="border-t border-line py-5">
      <div class="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 class="min-w-0 text-18 font-[600] wrap-anywhere">
          <bdi>{props.organization.name}</bdi>
        </h2>
        <span class="flex flex-wrap items-center gap-x-4 gap-y-2">
          <For each={props.isShut ? [] : ORGANIZATION_PAGES}>
            {(page) => (
              <A href={pathOf(page, { organizationId: props.organization.id })} class="max-[700px]:py-3.5">
                {words.shell.tabs[page]}
              </A>
            )}
          </For>
          <Show when={known()?.length ? make() : undefined}>
            {(href) => (
              <A href={href()} class={buttonLook({})}>
                {words.shell.newEvent}
              </A>
            )}
          </Show>
        </span>
      </div>
      <Show when={props.isShut}>
        <p class="mt-2 text-ink-2">
          {words.trouble.refused.mfa_required} <A href={PAGES.twoStep}>{words.account.title}</A>
        </p>
      </Show>
      <Show when={!props.isShut && trouble()}>
        {(failed) => <p class="mt-2 text-ink-2">{errorText(words, failed().why)}</p>}
      </Show>
      <Show when={!props.isShut && known()}>
        {(events) => (
          <ul class="mt-2">
            <For
              each={events()}
              fallback={
                <li class="pt-4">
                  <Empty
                    title={words.shell.home.noEvent}
                    lead={make() ? words.shell.home.noEventLead : words.shell.home.noEventForYou}
                  >
                    <Show when={make()}>
                      {(href) => (
                        <A href={href()} class={buttonLook({ kind: 'primary' })}>
                          {words.shell.newEvent}
                        </A>
                      )}
                    </Show>
                  </Empty>
                </li>
              }
            >
              {({ id, name }) => (
                <li class="text-15">
                  <A href={pathOf('wall', { eventId: id })} class="block py-1 wrap-anywhere max-[700px]:py-3.5">
                    <bdi>{name}</bdi>
                  </A>
                </li>
              )}
            </For>
          </ul>
        )}
      </Show>
    </section>
  );
}

export default function Home() {
  const { places, session, words } = useTools();
  useTitle(() => words.shell.home.title);
  const isAllShut = () => {
    const state = session.state();
    if (state.is !== 'signed-in' || state.me.organizations.length === 0) return false;
    return openOrganizations(state.me).length === 0;
  };
  /** Nothing to choose from: the only event of the only organization. */
  const only = (): string | undefined => {
    const [organization, ...others] = places.organizations();
    const answer = organization && others.length === 0 ? places.eventsOf(organization.id) : undefined;
    return answer?.ok && answer.events.length === 1 ? answer.events[0]!.id : undefined;
  };
  return (
    <Shell needsSecondFactor={isAllShut()}>
      {(me) => (
        <Show when={only() === undefined} fallback={<Navigate href={pathOf('wall', { eventId: only()! })} />}>
          <div class="mx-auto max-w-[calc(720rem/16)] px-5 py-8">
            <h1 class="pb-5 text-24 leading-tight font-[640] font-stretch-[104%]">{words.shell.home.title}</h1>
            <MailNotice me={me()} />
            <For
              each={me().organizations}
              fallback={
                <section class="border-t border-line py-8">
                  <Empty title={words.shell.home.noOrganization} lead={words.shell.home.noOrganizationLead}>
                    <A href={PAGES.newOrganization} class={buttonLook({})}>
                      {words.shell.home.newOrganization}
                    </A>
                  </Empty>
                </section>
              }
            >
              {(organization) => (
                <Events organization={organization} isShut={shutOrganizations(me()).includes(organization)} />
              )}
            </For>
          </div>
        </Show>
      )}
    </Shell>
  );
}
