import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { Member } from '@sign-display/contracts/rest/organizations';
import { useNavigate } from '@solidjs/router';
import { For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { FormTrouble } from '../../features/create-form.tsx';
import { createSubmission } from '../../features/submission.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { People } from './create-people.ts';
import { nameOf, withdrawnBy } from './people-list.ts';

/** What the removal of a member ends, and what stays; then the removal. A person can leave in the same way. */
export function RemoveDialog(props: { people: People; person: Member; onClose(): void }) {
  const { words, client, session } = useAdminTools();
  const navigate = useNavigate();
  const said = words.people.person;
  const organization = () => props.people.organization();
  const name = () => nameOf(props.person);
  const isSelf = () => props.person.userId === props.people.me().user.id;
  const removal = createSubmission(async () => {
    const { id } = organization();
    const { userId } = props.person;
    const [called, wasSelf] = [name(), isSelf()];
    const params = { id, userId };
    const answer = await asked(client.call('DELETE /api/organizations/:id/members/:userId', { params }));
    if (!answer.ok && answer.body?.code !== 'not_found') return answer.body;
    props.onClose();
    showToast(said.removed(called), words.shell.toasts);
    navigate(wasSelf ? PAGES.home : pathOf('people', { organizationId: id }));
    if (wasSelf) await session.ask();
    else props.people.drop(userId);
    return undefined;
  });
  const withdraws = () => withdrawnBy(props.people.all() ?? [], props.person.userId, null);
  return (
    <Confirm
      isOpen
      title={isSelf() ? said.leaveTitle(organization().name) : said.removeTitle(name(), organization().name)}
      text={
        <>
          <For each={said.ends}>{(end) => <span class="mb-1.5 block">{end}</span>}</For>
          <Show when={withdraws() > 0}>
            <span class="mb-1.5 block">{said.withdraws(withdraws())}</span>
          </Show>
          <span class="block">{said.keeps}</span>
        </>
      }
      safe={isSelf() ? said.stay : said.keep}
      action={isSelf() ? said.leave(organization().name) : said.remove(organization().name)}
      isBusy={removal.isBusy()}
      onSafe={() => props.onClose()}
      onAction={() => void removal.submit()}
    >
      <FormTrouble
        of={removal}
        wrong={removal.trouble()?.code === 'conflict' ? words.people.change.lastOwner : undefined}
      />
    </Confirm>
  );
}
