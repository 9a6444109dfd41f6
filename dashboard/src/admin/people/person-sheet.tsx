import type { Member } from '@sign-display/contracts/rest/organizations';
import { A } from '@solidjs/router';
import { createSignal, onMount, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { RefusableButton } from '../../features/focusable-disabled-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { mayManagePeople } from '../../features/shell/permissions.ts';
import type { People } from './create-people.ts';
import type { PersonSessions } from './create-sessions.ts';
import { nameOf, whyNotChange } from './people-list.ts';
import { RecentActions } from './person-recent.tsx';
import { SessionsOfPerson } from './person-sessions.tsx';
import { RoleMenu } from './role-menu.tsx';

const BLOCK = 'mt-[18px] border-t border-line-strong pt-3.5';

/** One member: sessions, role, last actions, and the removal. `takesFocus`: the page was there before, so the keyboard goes on in the sheet. */
export function PersonSheet(props: {
  people: People;
  person: Member;
  sessions: PersonSessions;
  takesFocus: boolean;
  /** The list, as it was searched. */
  backTo: string;
  onRemove(person: Member): void;
}) {
  const { words, times } = useAdminTools();
  const said = words.people.person;
  const organization = () => props.people.organization();
  const isSelf = () => props.person.userId === props.people.me().user.id;
  const whyNot = () => {
    const why = whyNotChange(organization().role, props.person, props.people.counts().owner);
    const texts = {
      onlyAdmins: said.onlyAdminsRemove,
      aboveYours: said.aboveYoursRemove,
      lastOwner: words.people.change.lastOwner,
    };
    return why === null ? undefined : texts[why];
  };
  /** They have no access: the organization requires the second factor that they lack. */
  const isShut = () => props.person.mfa === false && organization().mfaRequired;
  const secondFactor = () => {
    if (props.person.mfa === undefined) return '';
    const { on, off, offRequired } = words.people.secondFactor;
    return props.person.mfa ? on : isShut() ? offRequired : off;
  };
  const [heading, setHeading] = createSignal<HTMLHeadingElement>();
  onMount(() => props.takesFocus && heading()?.focus());
  return (
    <>
      <div class="mb-0.5 flex items-start gap-2.5">
        <div class="min-w-0">
          <h2 ref={setHeading} tabindex="-1" class="text-18 leading-[1.3] font-[640] wrap-anywhere outline-none">
            <bdi>{nameOf(props.person)}</bdi>
          </h2>
          <p class="text-ink-3">
            {said.since(words.common.roles[props.person.role], times.said(Date.parse(props.person.since), 'date'))}
          </p>
        </div>
        <A
          href={props.backTo}
          aria-label={said.close}
          title={said.close}
          class="ms-auto grid size-8 flex-none place-items-center max-[700px]:size-12"
        >
          <Icon is="close" size={16} />
        </A>
      </div>
      <p class="wrap-anywhere text-ink-2">{props.person.email}</p>
      <p class="mb-3.5" classList={{ 'text-caution': isShut(), 'text-ink-2': !isShut() }}>
        {secondFactor()}
      </p>
      <SessionsOfPerson people={props.people} person={props.person} sessions={props.sessions} />
      <section class={BLOCK}>
        <h3 class="mb-2 flex flex-wrap items-baseline gap-x-2 text-13 font-[620]">
          {said.role}
          <span class="text-12 font-[420] text-ink-3">{said.roleAside}</span>
        </h3>
        <div class="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <RoleMenu people={props.people} person={props.person} />
          <span class="text-ink-3">{words.people.roles.short[props.person.role]}</span>
        </div>
      </section>
      <Show when={mayManagePeople(organization().role)}>
        <RecentActions people={props.people} person={props.person} class={BLOCK} />
      </Show>
      <section class={`${BLOCK} flex flex-wrap items-center gap-2`}>
        <RefusableButton kind="danger" whyNot={whyNot()} onClick={() => props.onRemove(props.person)}>
          {isSelf() ? said.leave(organization().name) : said.remove(organization().name)}
        </RefusableButton>
        <span class="text-ink-3">{whyNot() ?? said.stays}</span>
      </section>
    </>
  );
}
