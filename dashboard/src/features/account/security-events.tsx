import type { SecurityEvent } from '@sign-display/contracts/rest/session';
import { createSignal, For, onMount, Show } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { useTools } from '../../tools.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { errorText } from '../error-text.ts';

const ROWS = 20;

/** What happened to the account, newest first: sign-ins, failed ones too, ended sessions, and changes of the password. */
export function SecurityEvents() {
  const { words, client, times } = useTools();
  const said = words.account.security;
  const [known, setKnown] = createSignal<{ items: readonly SecurityEvent[]; nextCursor: string | null }>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  async function read(cursor?: string): Promise<void> {
    setTrouble();
    const query = { limit: ROWS, ...(cursor !== undefined && { cursor }) };
    const answer = await asked(client.call('GET /api/me/security-events', { query }));
    if (!answer.ok) return void setTrouble({ why: answer.body });
    const { items, nextCursor } = answer.body;
    setKnown((before) => ({ items: [...(cursor === undefined ? [] : (before?.items ?? [])), ...items], nextCursor }));
  }
  onMount(() => void read());
  const text = ({ action, outcome }: SecurityEvent): string =>
    (outcome === 'failed' ? said.failed[action] : undefined) ?? said.actions[action] ?? action;
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <h2 class="text-15 font-[640]">{said.title}</h2>
      <p class="pb-2 text-ink-3">{said.lead}</p>
      <Show when={known()}>
        {(all) => (
          <>
            <ul aria-label={said.title}>
              <For each={all().items} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.none}</li>}>
                {(event) => (
                  <li class="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2">
                    <span class="min-w-0" classList={{ 'font-[580] text-alarm': event.outcome === 'failed' }}>
                      {text(event)}
                    </span>
                    <small class="ms-auto text-12 text-ink-3">
                      {times.said(Date.parse(event.at), 'dateTime')}
                      {event.ip === null ? '' : `, ${event.ip}`}
                    </small>
                  </li>
                )}
              </For>
            </ul>
            <Show when={all().nextCursor}>
              {(cursor) => (
                <p class="mt-2">
                  <Button onClick={() => void read(cursor())}>{said.more}</Button>
                </p>
              )}
            </Show>
          </>
        )}
      </Show>
      <Show when={trouble()}>
        {(failed) => (
          <>
            <Message is="wrong">{errorText(words, failed().why)}</Message>
            <Show when={!known()}>
              <p class="mt-3">
                <Button onClick={() => void read()}>{words.trouble.tryAgain}</Button>
              </p>
            </Show>
          </>
        )}
      </Show>
    </section>
  );
}
