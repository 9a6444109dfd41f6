import type { AuditRow } from '@sign-display/contracts/rest/audit';
import type { Member } from '@sign-display/contracts/rest/organizations';
import { createSignal, For, Match, onMount, Show, Switch } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { errorText } from '../../features/error-text.ts';
import { useNow } from '../../features/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import type { People } from './create-people.ts';
import { targetNameOf } from './recent-actions.ts';
import { seenText } from './seen-text.ts';

const ROWS = 5;
const OUTCOME_COLOURS = { ok: 'text-ink-3', denied: 'text-caution', failed: 'text-alarm' };

/** On a wide screen the time stands before the action, as it is drawn; on a phone below it. */
const LIST = 'min-[701px]:grid min-[701px]:grid-cols-[max-content_minmax(0,1fr)_auto] min-[701px]:gap-x-4';
const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-2 min-[701px]:col-span-full min-[701px]:grid-cols-subgrid';

/** The last actions of a member in this organization, by its audit log. For admins: the log refuses others. */
export function RecentActions(props: { people: People; person: Member; class: string }) {
  const { words, client, times } = useAdminTools();
  const said = words.people.person;
  const now = useNow(10_000);
  const [rows, setRows] = createSignal<readonly AuditRow[]>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  async function read(): Promise<void> {
    setTrouble();
    const query = { organizationId: props.people.organization().id, actorId: props.person.userId, limit: ROWS };
    const answer = await asked(client.call('GET /api/audit', { query }));
    if (answer.ok) setRows(answer.body.items);
    else setTrouble({ why: answer.body });
  }
  onMount(() => void read());
  return (
    <section class={props.class}>
      <h3 class="mb-2 flex flex-wrap items-baseline gap-x-2 text-13 font-[620]">
        {said.recent}
        <span class="text-12 font-[420] text-ink-3">{said.recentAside}</span>
      </h3>
      <Switch>
        <Match when={trouble()}>
          {(failed) => (
            <>
              <Message is="wrong">{errorText(words, failed().why)}</Message>
              <p class="mt-3">
                <Button onClick={() => void read()}>{words.trouble.tryAgain}</Button>
              </p>
            </>
          )}
        </Match>
        <Match when={rows()}>
          {(all) => (
            <ul aria-label={said.recent} class={LIST}>
              <For
                each={all()}
                fallback={<li class="col-span-full border-t border-line py-2.5 text-ink-2">{said.recentNone}</li>}
              >
                {(row) => (
                  <li class={ROW}>
                    <span class="col-start-1 row-start-1 wrap-anywhere min-[701px]:col-start-2">
                      {words.audit.actions[row.action] ?? row.action}
                      <Show when={targetNameOf(row, props.people.all() ?? [])}>
                        {(name) => (
                          <>
                            {': '}
                            <bdi>{name()}</bdi>
                          </>
                        )}
                      </Show>
                    </span>
                    <small class="col-start-1 row-start-2 text-12 text-ink-3 min-[701px]:row-start-1">
                      {seenText(words, times, row.at, now())}
                    </small>
                    <span
                      class={`col-start-2 row-start-1 text-end text-12 min-[701px]:col-start-3 ${OUTCOME_COLOURS[row.outcome]}`}
                    >
                      {words.audit.outcomes[row.outcome]}
                    </span>
                  </li>
                )}
              </For>
            </ul>
          )}
        </Match>
      </Switch>
    </section>
  );
}
