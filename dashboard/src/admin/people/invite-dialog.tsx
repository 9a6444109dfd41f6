import type { Member } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import { createSignal, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { createForm, FormTrouble } from '../../features/create-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { Invite } from './create-invite.ts';
import type { People } from './create-people.ts';
import { rolesToGive } from './people-list.ts';

/** Asks whom to invite, with which role. `corrects`: an invitation whose address was wrong. */
export function InviteDialog(props: { people: People; invite: Invite; corrects: Member | undefined; onClose(): void }) {
  const { words } = useAdminTools();
  const said = words.people.invite;
  const [role, setRole] = createSignal<Role>(props.corrects?.role ?? 'viewer');
  const form = createForm({ email: props.corrects?.email ?? '' }, async ({ email }) => {
    const why = await props.invite.send(email.trim(), role(), props.corrects);
    if (why === undefined) props.onClose();
    return why;
  });
  return (
    <Dialog isOpen onClose={() => props.onClose()} title={props.corrects ? said.correctTitle : said.title}>
      <DialogText>{said.lead(props.people.organization().name)}</DialogText>
      <form onSubmit={form.submit} class="mt-4" novalidate>
        <Field
          type="email"
          required
          autofocus
          autocomplete="off"
          spellcheck={false}
          maxLength={254}
          {...form.field('email', words.common.email)}
        />
        <fieldset class="mb-1">
          <legend class="mb-[5px] font-[560]">{said.role}</legend>
          <For each={rolesToGive(props.people.organization().role)}>
            {(one) => (
              <label class="flex min-h-10 cursor-pointer items-center gap-3 border-t border-line py-1.5 max-[700px]:min-h-12">
                <input
                  type="radio"
                  name="role"
                  class="size-4 flex-none accent-(--ink)"
                  checked={role() === one}
                  onChange={() => setRole(one)}
                />
                <span class="min-w-0">
                  <b class="block font-[580]">{words.common.roles[one]}</b>
                  <small class="block text-12 text-ink-3">{words.people.roles.short[one]}</small>
                </span>
              </label>
            )}
          </For>
        </fieldset>
        <FormTrouble of={form} />
        <Actions>
          <Button onClick={() => props.onClose()}>{said.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={form.isBusy()}>
            <Show when={props.people.me().mail.configured} fallback={said.make}>
              {said.send}
            </Show>
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
