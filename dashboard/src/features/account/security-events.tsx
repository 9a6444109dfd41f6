import type { SecurityEvent } from '@sign-display/contracts/rest/session';
import { For, onMount, Show } from 'solid-js';
import { useSecondFactorTools } from '../second-factor/second-factor-context.ts';
import { createPagedList, PagedListEnd } from '../paged-list.tsx';

const ROWS = 20;

/** What happened to the account, newest first: sign-ins, failed ones too, ended sessions, and changes of the password and of two-step sign-in. */
export function SecurityEvents() {
  const { words, client, times } = useSecondFactorTools();
  const said = words.account.security;
  const list = createPagedList((cursor) =>
    client.call('GET /api/me/security-events', { query: { limit: ROWS, ...(cursor && { cursor }) } }),
  );
  onMount(() => void list.read());
  const actions = { ...said.actions, ...words.secondFactor.actions };
  const failed = { ...said.failed, ...words.secondFactor.failed };
  const text = ({ action, outcome }: SecurityEvent): string =>
    (outcome === 'failed' ? failed[action] : undefined) ?? actions[action] ?? action;
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <h2 class="text-15 font-[640]">{said.title}</h2>
      <p class="pb-2 text-ink-3">{said.lead}</p>
      <Show when={list.items()}>
        {(items) => (
          <>
            <ul aria-label={said.title}>
              <For each={items()} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.none}</li>}>
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
          </>
        )}
      </Show>
      <PagedListEnd list={list} more={said.more} />
    </section>
  );
}
