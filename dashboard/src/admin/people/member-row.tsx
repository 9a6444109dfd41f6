import { pathOf } from '@sign-display/contracts/page-paths';
import type { Member } from '@sign-display/contracts/rest/organizations';
import { A, useLocation, useNavigate } from '@solidjs/router';
import { Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { RefusableMenuItem } from '../../features/focusable-disabled-menu-item.tsx';
import { mayManagePeople } from '../../features/shell/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Avatar } from './avatar.tsx';
import type { People } from './create-people.ts';
import { nameOf, whyNotChange } from './people-list.ts';
import { RoleMenu } from './role-menu.tsx';
import { seenText } from './seen-text.ts';

export const MEMBER_COLUMNS =
  'grid items-center gap-x-4 px-4 min-[760px]:grid-cols-[minmax(0,1fr)_calc(126rem/16)_calc(150rem/16)_calc(74rem/16)_calc(132rem/16)] max-[759px]:grid-cols-[minmax(0,1fr)_auto] max-[759px]:gap-y-1.5 max-[759px]:py-2.5';

/** A label that phones show, where no column head stands above the value, and that screen readers always read. */
const Label = (props: { children: string }) => (
  <>
    <span class="sr-only max-[759px]:hidden">{`${props.children} `}</span>
    <span class="text-ink-3 min-[760px]:hidden">{`${props.children} `}</span>
  </>
);

/** A member in a line: role, activity, sessions, and the way to all else. */
export function MemberRow(props: {
  people: People;
  person: Member;
  isSelected: boolean;
  nowMs: number;
  onRemove(person: Member): void;
}) {
  const { words, times } = useAdminTools();
  const navigate = useNavigate();
  const said = words.people;
  const own = () => props.people.organization().role;
  const isSelf = () => props.person.userId === props.people.me().user.id;
  const name = () => nameOf(props.person);
  const location = useLocation();
  // What is searched for stays, so that the way back leads to the same list.
  const path = () =>
    pathOf('person', { organizationId: props.people.organization().id, userId: props.person.userId }) + location.search;
  const isOnlyOwner = () => props.person.role === 'owner' && props.people.counts().owner === 1;
  const whyNotRemove = () => {
    const why = whyNotChange(own(), props.person, props.people.counts().owner);
    if (why === null) return undefined;
    return {
      onlyAdmins: said.person.onlyAdminsRemove,
      aboveYours: said.person.aboveYoursRemove,
      lastOwner: said.change.lastOwner,
    }[why];
  };
  return (
    <li
      class={`${MEMBER_COLUMNS} border-b border-line hover:bg-surface min-[760px]:min-h-[calc(50rem/16)]`}
      classList={{ 'bg-surface shadow-[inset_3px_0_0_var(--ink)]': props.isSelected }}
    >
      <span class="flex min-w-0 items-center gap-2.5">
        <Avatar name={props.person.name} email={props.person.email} />
        <span class="min-w-0">
          <span class="flex gap-1.5">
            <A
              href={path()}
              id={`person-${props.person.userId}`}
              aria-current={props.isSelected ? 'true' : undefined}
              class="block min-w-0 truncate font-[580] no-underline hover:underline max-[700px]:py-1 max-[700px]:text-15"
              title={name()}
            >
              <bdi>{name()}</bdi>
            </A>
            <Show when={isSelf()}>
              <span class="flex-none text-ink-3 max-[700px]:py-1">{said.you}</span>
            </Show>
            <Show when={props.person.mfa}>
              <span class="flex-none text-ink-3 max-[700px]:py-1" title={said.secondFactor.on}>
                {said.secondFactor.short}
              </span>
            </Show>
          </span>
          <small class="block truncate text-12 leading-[1.35] text-ink-3" title={props.person.email}>
            {props.person.email}
          </small>
        </span>
      </span>
      <span class="max-[759px]:order-3">
        <RoleMenu people={props.people} person={props.person} />
      </span>
      <span class="max-[759px]:order-4 max-[759px]:justify-self-end max-[759px]:text-end min-[760px]:contents">
        <span>
          <Show when={props.person.lastActiveAt !== undefined}>
            <Label>{said.columns.seen}</Label>
            {seenText(words, times, props.person.lastActiveAt ?? null, props.nowMs)}
          </Show>
        </span>
        <span class="max-[759px]:block min-[760px]:text-end">
          <Show when={props.person.sessions !== undefined}>
            <Label>{said.columns.sessions}</Label>
            {props.person.sessions}
          </Show>
        </span>
      </span>
      <span class="text-end max-[759px]:order-2">
        <Show
          when={isOnlyOwner()}
          fallback={
            <Show when={mayManagePeople(own())}>
              <span class="relative inline-block text-start">
                <Menu
                  label={said.moreAbout(name())}
                  triggerClass="inline-flex min-h-[30px] items-center gap-1.5 px-1 font-[560] max-[700px]:min-h-12 max-[700px]:px-2"
                  trigger={
                    <span class="inline-flex items-center gap-1.5" aria-hidden="true">
                      {said.more}
                      <Icon is="down" size={12} />
                    </span>
                  }
                >
                  <MenuItem onSelect={() => navigate(path())}>{said.person.sessions}</MenuItem>
                  <RefusableMenuItem whyNot={whyNotRemove()} onSelect={() => props.onRemove(props.person)}>
                    {isSelf()
                      ? said.person.leave(props.people.organization().name)
                      : said.person.remove(props.people.organization().name)}
                  </RefusableMenuItem>
                </Menu>
              </span>
            </Show>
          }
        >
          <span class="text-ink-3">{said.onlyOwner}</span>
        </Show>
      </span>
    </li>
  );
}
