import { createResource, createSignal, Show } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Message } from '../../ui/result-message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { resourceValue } from '../resource-value.ts';
import { errorText } from '../error-text.ts';
import { SessionList, type SignedInSession } from './session-list.tsx';

/** Where the person is signed in, and how that ends: one, or all. */
export function Sessions(props: { onEnded(): void }) {
  const { words, client, session } = useTools();
  const said = words.account;
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const [endingId, setEndingId] = createSignal<string>();
  const [isAsking, setAsking] = createSignal(false);
  const [found, { refetch }] = createResource(async () => {
    const [list, current] = await Promise.all([
      asked(client.call('GET /api/auth/list-sessions')),
      asked(client.call('GET /api/auth/get-session')),
    ]);
    const refused = [list, current].find(({ ok }) => !ok);
    setTrouble(refused ? { why: refused.body as Trouble } : undefined);
    return { sessions: list.ok ? list.body : [], currentId: current.ok ? current.body?.session.id : undefined };
  });

  const known = () => resourceValue(found);

  async function end(one: SignedInSession): Promise<void> {
    if (endingId() !== undefined) return;
    setEndingId(one.id);
    const answer = await asked(client.call('POST /api/auth/revoke-session', { body: { token: one.token } }));
    setEndingId(undefined);
    if (answer.ok) showToast(said.ended, words.shell.toasts);
    else setTrouble({ why: answer.body });
    await refetch();
    if (answer.ok) props.onEnded();
  }
  async function endAll(): Promise<void> {
    const answer = await asked(client.call('POST /api/auth/revoke-sessions', { body: {} }));
    setAsking(false);
    if (answer.ok) await session.ask();
    else setTrouble({ why: answer.body });
  }
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <div class="flex items-baseline gap-2 pb-2">
        <h2 class="text-15 font-[640]">{said.sessions}</h2>
        <span class="text-ink-3">{known() ? said.sessionCount(known()!.sessions.length) : ''}</span>
      </div>
      <Show when={known()}>
        {(read) => (
          <SessionList
            sessions={read().sessions}
            currentId={read().currentId}
            endingId={endingId()}
            onEnd={(one) => void end(one)}
          />
        )}
      </Show>
      <Show when={trouble()}>{(failed) => <Message is="wrong">{errorText(words, failed().why)}</Message>}</Show>
      <p class="my-3.5 border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-normal">{said.sessionsLead}</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {said.endAll}
      </Button>
      <Confirm
        isOpen={isAsking()}
        title={said.endAllTitle}
        text={said.endAllText}
        safe={said.stay}
        action={said.endAll}
        onSafe={() => setAsking(false)}
        onAction={() => void endAll()}
      />
    </section>
  );
}
