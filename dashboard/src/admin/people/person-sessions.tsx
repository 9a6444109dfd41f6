import { PAGES } from '@sign-display/contracts/page-paths';
import type { Member, MemberSession } from '@sign-display/contracts/rest/organizations';
import { A } from '@solidjs/router';
import { createSignal, For, Match, Show, Switch } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { deviceOf } from '../../features/account/parse-user-agent.ts';
import { errorText } from '../../features/error-text.ts';
import { useNow } from '../../features/use-now.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { PersonSessions } from './create-sessions.ts';
import type { People } from './create-people.ts';
import { seenText } from './seen-text.ts';

/** The sessions of a member, each with the button that ends it. */
export function SessionsOfPerson(props: { people: People; person: Member; sessions: PersonSessions }) {
  const { words, client, times } = useAdminTools();
  const said = words.people.person;
  const now = useNow(10_000);
  const [endingId, setEnding] = createSignal<string>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const nameOfSession = ({ kind, userAgent }: MemberSession): string => {
    const device = deviceOf(userAgent);
    if (device) return words.account.device(device.browser, device.system);
    return kind === 'token' ? said.token : words.account.script;
  };
  async function end({ id }: MemberSession): Promise<void> {
    if (endingId() !== undefined) return;
    setEnding(id);
    setTrouble();
    const params = { id: props.people.organization().id, userId: props.person.userId, sessionId: id };
    const route = 'DELETE /api/organizations/:id/members/:userId/sessions/:sessionId';
    const answer = await asked(client.call(route, { params }));
    setEnding();
    // The session may have ended in another way meanwhile.
    if (!answer.ok && answer.body?.code !== 'not_found') return void setTrouble({ why: answer.body });
    props.sessions.drop(id);
    props.people.read();
    showToast(said.revoked, words.shell.toasts);
  }
  return (
    <section>
      <h3 class="mb-2 flex items-baseline gap-2 text-13 font-[620]">
        {said.sessions}
        <Show when={props.sessions.all()}>
          {(all) => <span class="text-12 font-[420] text-ink-3">{words.account.sessionCount(all().length)}</span>}
        </Show>
      </h3>
      <Switch>
        <Match when={props.sessions.refused()}>
          {(why) => <p class="border-t border-line pt-2.5 text-ink-2">{said[why()]}</p>}
        </Match>
        <Match when={props.person.userId === props.people.me().user.id}>
          <p class="border-t border-line pt-2.5 text-ink-2">{said.own}</p>
          <p class="mt-2.5">
            <A href={PAGES.account} class={buttonLook({})}>
              {said.ownLink}
            </A>
          </p>
        </Match>
        <Match when={props.sessions.trouble()}>
          {(failed) => (
            <>
              <Message is="wrong">{errorText(words, failed().why)}</Message>
              <p class="mt-3">
                <Button onClick={props.sessions.read}>{words.trouble.tryAgain}</Button>
              </p>
            </>
          )}
        </Match>
        <Match when={props.sessions.all()}>
          {(all) => (
            <>
              <ul aria-label={said.sessions}>
                <For each={all()} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.noSessions}</li>}>
                  {(session) => (
                    <li class="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-[11px]">
                      <div class="min-w-0">
                        <b class="block font-[600]" title={session.userAgent ?? undefined}>
                          {nameOfSession(session)}
                        </b>
                        <small class="block text-12 leading-[1.4] wrap-anywhere text-ink-3">
                          {said.used(
                            seenText(words, times, session.createdAt, now()),
                            seenText(words, times, session.lastUsedAt, now()),
                            session.ip ?? undefined,
                          )}
                        </small>
                      </div>
                      <Button
                        aria-label={said.revokeOne(nameOfSession(session))}
                        aria-disabled={endingId() === session.id}
                        onClick={() => void end(session)}
                      >
                        {said.revoke}
                      </Button>
                    </li>
                  )}
                </For>
              </ul>
              <Show when={trouble()}>{(failed) => <Message is="wrong">{errorText(words, failed().why)}</Message>}</Show>
              <Show when={all().length > 0}>
                <p class="mt-1.5 border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-normal">{said.note}</p>
              </Show>
            </>
          )}
        </Match>
      </Switch>
    </section>
  );
}
