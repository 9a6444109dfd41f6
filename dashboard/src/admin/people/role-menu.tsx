import type { Member } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import { createSignal, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { errorText } from '../../features/error-text.ts';
import { FormTrouble } from '../../features/create-form.tsx';
import { roleReaches, ROLES_BY_STRENGTH } from '../../features/shell/permissions.ts';
import { createSubmission } from '../../features/submission.ts';
import { showUndoToast } from '../../features/undo-toast.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { People } from './create-people.ts';
import { nameOf, whyNotChange, withdrawnBy } from './people-list.ts';

/**
 * The role of a member or of an invitation, and how it changes. A change can be undone, so it happens on the press; what can't be undone is
 * asked about first: the caller's own role, and a role that withdraws invitations.
 */
export function RoleMenu(props: { people: People; person: Member }) {
  const { words, client, session } = useAdminTools();
  const said = words.people.change;
  const roles = words.common.roles;
  const own = () => props.people.organization().role;
  const isSelf = () => props.person.userId === props.people.me().user.id;
  const name = () => nameOf(props.person);
  const whyNot = () => whyNotChange(own(), props.person, props.people.counts().owner);
  const [asking, setAsking] = createSignal<Role>();
  const withdraws = (to: Role) => withdrawnBy(props.people.all() ?? [], props.person.userId, to);

  async function give(userId: string, role: Role): Promise<Trouble | undefined> {
    const params = { id: props.people.organization().id, userId };
    const answer = await asked(client.call('PATCH /api/organizations/:id/members/:userId', { params, body: { role } }));
    if (!answer.ok) {
      props.people.read();
      return answer.body;
    }
    props.people.put(answer.body);
    return undefined;
  }
  const sayWhy = (why: Trouble): string => (why?.code === 'conflict' ? said.lastOwner : errorText(words, why));
  async function change(to: Role): Promise<void> {
    const { userId, role: before } = props.person;
    const called = name();
    const why = await give(userId, to);
    if (why !== undefined) return showToast(sayWhy(why), words.shell.toasts);
    showUndoToast(words, said.changed(called, roles[to]), () => give(userId, before), `role ${userId}`);
  }
  const confirmed = createSubmission(async () => {
    const to = asking()!;
    const [isOwn, called] = [isSelf(), name()];
    const why = await give(props.person.userId, to);
    if (why !== undefined) return why;
    setAsking();
    showToast(said.changed(called, roles[to]), words.shell.toasts);
    if (isOwn) await session.ask();
    return undefined;
  });
  const choose = (to: Role): void => {
    if (to === props.person.role) return;
    if (!roleReaches(own(), to)) return showToast(said.aboveYours, words.shell.toasts);
    confirmed.reset();
    if (isSelf() || withdraws(to) > 0) setAsking(to);
    else void change(to);
  };
  return (
    <>
      <Show
        when={whyNot() === null}
        fallback={
          <span title={said[whyNot() ?? 'onlyAdmins']}>
            {roles[props.person.role]}
            <span class="sr-only">. {said[whyNot() ?? 'onlyAdmins']}</span>
          </span>
        }
      >
        <span class="relative inline-block text-start">
          <Menu
            label={words.people.roleOf(name(), roles[props.person.role])}
            triggerClass="inline-flex min-h-7 items-center gap-2 rounded-control border border-line-strong bg-surface px-2 hover:border-ink max-[700px]:min-h-12 max-[700px]:px-3 max-[700px]:text-15"
            trigger={
              <span class="inline-flex items-center gap-2" aria-hidden="true">
                {roles[props.person.role]}
                <Icon is="down" size={12} class="text-ink-3" />
              </span>
            }
          >
            <For each={ROLES_BY_STRENGTH}>
              {(role) => (
                <MenuItem
                  current={role === props.person.role}
                  isRefused={!roleReaches(own(), role)}
                  title={roleReaches(own(), role) ? undefined : said.aboveYours}
                  onSelect={() => choose(role)}
                  aside={role === props.person.role ? <Icon is="check" size={14} /> : undefined}
                >
                  <span class="block py-1">
                    {roles[role]}
                    <small class="block text-12 font-[420] text-ink-3">{words.people.roles.short[role]}</small>
                  </span>
                </MenuItem>
              )}
            </For>
          </Menu>
        </span>
      </Show>
      <Confirm
        isOpen={asking() !== undefined}
        title={isSelf() ? said.ownTitle(roles[asking()!]) : said.title(name(), roles[asking()!])}
        text={
          <>
            <Show when={isSelf()}>
              <span class="block">{said.ownText}</span>
            </Show>
            <Show when={asking() && withdraws(asking()!)}>
              {(count) => <span class="block">{said.withdraws(count())}</span>}
            </Show>
          </>
        }
        safe={said.keep}
        action={said.change}
        isBusy={confirmed.isBusy()}
        onSafe={() => setAsking()}
        onAction={() => void confirmed.submit()}
      >
        <FormTrouble of={confirmed} wrong={confirmed.trouble()?.code === 'conflict' ? said.lastOwner : undefined} />
      </Confirm>
    </>
  );
}
