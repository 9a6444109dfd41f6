import type { Member } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import { createSignal } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { invalidFields } from '../../features/error-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { People } from './create-people.ts';

/** A link that is shown once, and for which address. */
export interface ShownLink {
  email: string;
  url: string;
}

/** Invites, again too, and withdraws. `link`: the link of the last invitation, where mail is not set up, until it is put away. */
export function createInvite(people: People) {
  const { words, client } = useAdminTools();
  const said = words.people;
  const [link, setLink] = createSignal<ShownLink | null>(null);
  const id = people.organization().id;

  /** `replaces`: an invitation to a wrong address, which ends. */
  async function send(email: string, role: Role, replaces?: Member): Promise<Trouble | undefined> {
    const body = { email, role };
    const answer = await asked(client.call('POST /api/organizations/:id/members', { params: { id }, body }));
    if (!answer.ok) {
      const isMember = answer.body?.code === 'conflict';
      return isMember ? invalidFields([{ path: '/email', message: said.invite.already }]) : answer.body;
    }
    const { url, ...invitation } = answer.body;
    people.put(invitation);
    if (replaces && replaces.userId !== invitation.userId) await withdraw(replaces);
    if (url === undefined) showToast(said.invite.sent(invitation.email), words.shell.toasts);
    else setLink({ email: invitation.email, url });
    return undefined;
  }
  async function withdraw({ userId }: Member): Promise<Trouble | undefined> {
    const params = { id, userId };
    const answer = await asked(client.call('DELETE /api/organizations/:id/members/:userId', { params }));
    if (!answer.ok && answer.body?.code !== 'not_found') return answer.body;
    people.drop(userId);
    return undefined;
  }
  return { link, putAway: () => setLink(null), send, withdraw };
}

export type Invite = ReturnType<typeof createInvite>;
