import type { Member } from '@sign-display/contracts/rest/organizations';
import { createSignal } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { FormTrouble } from '../../features/create-form.tsx';
import { createSubmission } from '../../features/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { People } from './create-people.ts';
import type { PersonSessions } from './create-sessions.ts';
import { nameOf } from './people-list.ts';

/** Ends every session of a member, after a question. */
export function RevokeAll(props: { people: People; person: Member; sessions: PersonSessions }) {
  const { words, client } = useAdminTools();
  const said = words.people.person;
  const [isAsking, setAsking] = createSignal(false);
  const ending = createSubmission(async () => {
    const params = { id: props.people.organization().id, userId: props.person.userId };
    const answer = await asked(client.call('DELETE /api/organizations/:id/members/:userId/sessions', { params }));
    if (!answer.ok) return answer.body;
    setAsking(false);
    props.sessions.dropAll();
    props.people.read();
    showToast(said.revokedAll, words.shell.toasts);
    return undefined;
  });
  return (
    <>
      <Button
        kind="danger"
        onClick={() => {
          ending.reset();
          setAsking(true);
        }}
      >
        {said.revokeAll}
      </Button>
      <Confirm
        isOpen={isAsking()}
        title={said.revokeAllTitle(nameOf(props.person))}
        text={said.revokeAllText}
        safe={said.keepSessions}
        action={said.revokeAll}
        isBusy={ending.isBusy()}
        onSafe={() => setAsking(false)}
        onAction={() => void ending.submit()}
      >
        <FormTrouble of={ending} />
      </Confirm>
    </>
  );
}
