import { pathOf } from '@sign-display/contracts/page-paths';
import type { Member } from '@sign-display/contracts/rest/organizations';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A, useLocation, useNavigate, useParams, useSearchParams } from '@solidjs/router';
import { createEffect, createMemo, createSignal, For, on, Show, type Accessor } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import type { Membership } from '../../api/organizations-and-events.ts';
import { SearchField } from '../../event/search-field.tsx';
import { RefusableButton } from '../../features/focusable-disabled-button.tsx';
import { LoadError } from '../../features/load-error.tsx';
import { mayManagePeople } from '../../features/shell/permissions.ts';
import { useKeys } from '../../features/use-keys.ts';
import { useNow } from '../../features/use-now.ts';
import { useTitle } from '../../features/window-title.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty-state.tsx';
import { ASIDE, PageHeadline, TWO_PANES } from '../page-headline.tsx';
import { PageLoading } from '../page-loading.tsx';
import { createInvite } from './create-invite.ts';
import { createPeople, type People } from './create-people.ts';
import { createSessions } from './create-sessions.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './invitation-link-dialog.tsx';
import { MEMBER_COLUMNS, MemberRow } from './member-row.tsx';
import { invitationsOf, invitationStateOf, isUndelivered, matches, membersOf, nameOf } from './people-list.ts';
import { PersonSheet } from './person-sheet.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RevokeAll } from './end-all-sessions.tsx';
import { RoleTable } from './role-table.tsx';

/** Rows that are drawn at once; more come on request. */
const ROWS = 100;
const UNUSED_MS = 14 * 24 * 60 * 60_000;

/** The rows of a list, in steps. */
function createSteps<Item>(all: Accessor<readonly Item[]>) {
  const [most, setMost] = createSignal(ROWS);
  return {
    shown: createMemo(() => all().slice(0, most())),
    left: () => Math.max(0, all().length - most()),
    more: () => setMost((before) => before + ROWS),
  };
}

function ShowMore(props: { shown: number; left: number; onMore(): void }) {
  const { words } = useAdminTools();
  return (
    <Show when={props.left > 0}>
      <p class="flex flex-wrap items-center gap-3 p-4">
        <Button onClick={() => props.onMore()}>{words.people.showMore(Math.min(ROWS, props.left))}</Button>
        <span class="text-ink-3">{words.people.shown(props.shown, props.shown + props.left)}</span>
      </p>
    </Show>
  );
}

const SectionHead = (props: { title: string; aside: string }) => (
  <h2 class="flex flex-wrap items-baseline gap-x-2 px-4 pt-3.5 pb-1.5 text-13 font-[620] max-[700px]:px-3.5">
    {props.title}
    <span class="text-12 font-[420] wrap-anywhere text-ink-3">{props.aside}</span>
  </h2>
);

function Loaded(props: { people: People; onFindField(field: HTMLInputElement): void }) {
  const { words } = useAdminTools();
  const said = words.people;
  const params = useParams<{ userId?: string }>();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams<{ q: string }>();
  const now = useNow(10_000);
  const { people } = props;
  const organization = people.organization;
  const all = () => people.all() ?? [];
  const find = () => search.q ?? '';

  const found = createMemo(() => all().filter((person) => matches(person, find().trim())));
  const members = createSteps(createMemo(() => membersOf(found())));
  const invitations = createSteps(createMemo(() => invitationsOf(found(), now())));
  const memberCount = () => all().filter(({ state }) => state === 'member').length;
  const open = () => all().filter(({ state }) => state === 'invited');
  const undelivered = () => open().filter((one) => isUndelivered(invitationStateOf(one, now())));

  const person = () => all().find(({ userId, state }) => userId === params.userId && state === 'member');
  const sessions = createSessions(people, () => params.userId);
  const invite = createInvite(people);
  const [inviting, setInviting] = createSignal<{ corrects: Member | undefined }>();
  const [removing, setRemoving] = createSignal<Member>();

  const location = useLocation();
  /** Whether a sheet opens on a page that was already there. */
  let isFirst = params.userId !== undefined;
  const wasHereBefore = (): boolean => {
    const was = !isFirst;
    isFirst = false;
    return was;
  };
  const listPath = () => pathOf('people', { organizationId: organization().id }) + location.search;
  createEffect(
    on(
      () => params.userId,
      (_, before) => {
        // The keyboard goes on at the person whose sheet was closed.
        if (before !== undefined && params.userId === undefined)
          document.getElementById(`person-${before}`)?.focus({ preventScroll: false });
      },
    ),
  );
  useKeys({
    title: said.title,
    bindings: [
      {
        key: 'Escape',
        said: words.shell.goBack,
        run: () =>
          params.userId === undefined ? setSearch({ q: undefined }, { replace: true }) : navigate(listPath()),
      },
    ],
  });
  useTitle(() => {
    const one = person();
    return one ? nameOf(one) : said.title;
  });

  const lead = () => {
    const first = undelivered()[0];
    if (first) return [first.email, first.invitationMailReason].filter(Boolean).join(': ');
    if (!mayManagePeople(organization().role)) return said.headline.forAdmins;
    if (open().length === 0) return said.headline.noneOpen;
    return people.me().mail.configured ? said.headline.open(open().length) : said.headline.byLink(open().length);
  };
  const unused = () => (sessions.all() ?? []).filter(({ lastUsedAt }) => now() - Date.parse(lastUsedAt) > UNUSED_MS);
  const personLead = (one: Member) => (unused().length > 0 ? said.person.unused(unused().length) : one.email);
  const personSentence = (one: Member) => {
    const count = sessions.all()?.length;
    if (count === undefined) return said.person.headline.unknown(nameOf(one));
    return count === 0 ? said.person.headline.none(nameOf(one)) : said.person.headline.sessions(nameOf(one), count);
  };
  const whyNotInvite = () => (mayManagePeople(organization().role) ? undefined : said.invite.onlyAdmins);

  return (
    <>
      <Show
        when={person()}
        fallback={
          <PageHeadline
            alarm={undelivered().length > 0 ? said.headline.notDelivered(undelivered().length) : undefined}
            sentence={said.headline.people(memberCount(), organization().name)}
            lead={lead()}
          >
            <RefusableButton
              kind="primary"
              whyNot={whyNotInvite()}
              onClick={() => setInviting({ corrects: undefined })}
            >
              {said.invite.button}
            </RefusableButton>
          </PageHeadline>
        }
      >
        {(one) => (
          <PageHeadline sentence={personSentence(one())} lead={personLead(one())}>
            <Show when={sessions.all()?.length}>
              <RevokeAll people={people} person={one()} sessions={sessions} />
            </Show>
          </PageHeadline>
        )}
      </Show>
      <div class={TWO_PANES}>
        <section class="min-w-0 pb-6" classList={{ 'max-[1199px]:hidden': params.userId !== undefined }}>
          <div class="flex flex-wrap items-center justify-between gap-x-4 pe-4">
            <SectionHead title={said.members} aside={said.memberCount(memberCount(), organization().name)} />
            <span class="max-[700px]:flex max-[700px]:w-full max-[700px]:ps-3.5">
              <SearchField
                said={said.find}
                short={said.findShort}
                value={find()}
                field={(field) => props.onFindField(field)}
                found={find().trim() === '' ? null : said.found(found().length)}
                onFind={(q) => setSearch({ q }, { replace: true })}
                onDone={() => document.querySelector<HTMLElement>('[id^="person-"]')?.focus()}
              />
            </span>
          </div>
          <p class="sr-only" role="status">
            {find().trim() === '' ? '' : said.found(found().length)}
          </p>
          <div
            class={`${MEMBER_COLUMNS} h-[calc(30rem/16)] border-b border-line-strong text-11 font-[600] text-ink-3 max-[759px]:hidden!`}
            aria-hidden="true"
          >
            <span>{said.columns.person}</span>
            <span>{said.columns.role}</span>
            <Show when={mayManagePeople(organization().role)}>
              <span>{said.columns.seen}</span>
              <span class="text-end">{said.columns.sessions}</span>
            </Show>
          </div>
          <ul aria-label={said.members} class="max-[759px]:border-t max-[759px]:border-line">
            <For each={members.shown()}>
              {(member) => (
                <MemberRow
                  people={people}
                  person={member}
                  isSelected={member.userId === params.userId}
                  nowMs={now()}
                  onRemove={setRemoving}
                />
              )}
            </For>
          </ul>
          <Show when={found().length === 0}>
            <div class="px-4 py-8">
              <Empty title={said.nothingFound(find().trim())} lead={said.nothingFoundLead}>
                <Button onClick={() => setSearch({ q: undefined }, { replace: true })}>{said.clear}</Button>
              </Empty>
            </div>
          </Show>
          <ShowMore shown={members.shown().length} left={members.left()} onMore={members.more} />
          <Show when={invitations.shown().length > 0 || (find().trim() === '' && mayManagePeople(organization().role))}>
            <div class="pt-2">
              <SectionHead title={said.invited.title} aside={said.invited.aside} />
            </div>
            <ul aria-label={said.invited.title} class="border-t border-line">
              <For
                each={invitations.shown()}
                fallback={<li class="border-b border-line px-4 py-4 text-ink-2">{said.invited.none}</li>}
              >
                {(invitation) => (
                  <InvitationRow
                    people={people}
                    invite={invite}
                    invitation={invitation}
                    nowMs={now()}
                    onCorrect={(corrects) => setInviting({ corrects })}
                  />
                )}
              </For>
            </ul>
            <ShowMore shown={invitations.shown().length} left={invitations.left()} onMore={invitations.more} />
          </Show>
        </section>
        <section class={ASIDE}>
          <Show
            when={params.userId}
            keyed
            fallback={<RoleTable organization={organization().name} counts={people.counts()} />}
          >
            <Show
              when={person()}
              fallback={
                <Empty title={said.person.gone} lead={said.person.goneLead}>
                  <A href={listPath()} class={buttonLook({})}>
                    {said.person.back}
                  </A>
                </Empty>
              }
            >
              {(one) => (
                <PersonSheet
                  people={people}
                  person={one()}
                  sessions={sessions}
                  takesFocus={wasHereBefore()}
                  backTo={listPath()}
                  onRemove={setRemoving}
                />
              )}
            </Show>
          </Show>
        </section>
      </div>
      <Show when={inviting()} keyed>
        {({ corrects }) => (
          <InviteDialog people={people} invite={invite} corrects={corrects} onClose={() => setInviting()} />
        )}
      </Show>
      <Show when={invite.link()} keyed>
        {(link) => <LinkDialog link={link} onClose={invite.putAway} />}
      </Show>
      <Show when={removing()} keyed>
        {(one) => <RemoveDialog people={people} person={one} onClose={() => setRemoving()} />}
      </Show>
    </>
  );
}

/** The members of an organization and who is invited; with a person in the address, that member's sessions, role and removal. */
export function PeoplePage(props: {
  me: MeResponse;
  organization: Membership;
  onFindField(field: HTMLInputElement): void;
}) {
  const { words } = useAdminTools();
  const people = createPeople(
    () => props.me,
    () => props.organization,
  );
  useTitle(() => words.people.title);
  return (
    <Show
      when={people.all()}
      fallback={
        <Show when={people.trouble()} fallback={<PageLoading title={words.people.loading} />}>
          {(failed) => (
            <div class="px-4 py-10">
              <LoadError isHeading what={words.people.loadingWhat} why={failed().why} onAgain={people.read} />
            </div>
          )}
        </Show>
      }
    >
      <Loaded people={people} onFindField={(field) => props.onFindField(field)} />
    </Show>
  );
}
