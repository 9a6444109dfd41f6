import type { Session } from '@sign-display/contracts/rest/session';
import { For, Show } from 'solid-js';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { deviceOf } from './parse-user-agent.ts';

export type SignedInSession = Pick<
  Session,
  'id' | 'token' | 'createdAt' | 'ipAddress' | 'userAgent' | 'kind' | 'lastUsedAt'
>;

/** The sessions of a person, this one first. */
export function SessionList(props: {
  sessions: readonly SignedInSession[];
  currentId: string | undefined;
  /** Of the one that is being ended. */
  endingId: string | undefined;
  onEnd(session: SignedInSession): void;
}) {
  const { words, times } = useTools();
  const said = words.account;
  const isCurrent = (session: SignedInSession) => session.id === props.currentId;
  const sorted = () =>
    props.sessions.toSorted(
      (a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || b.createdAt.localeCompare(a.createdAt),
    );
  const nameOf = (session: SignedInSession): string => {
    const device = deviceOf(session.userAgent);
    return device ? said.device(device.browser, device.system) : said.script;
  };
  return (
    <ul>
      <For each={sorted()}>
        {(session) => (
          <li class="grid grid-cols-[1fr_auto] items-center gap-x-3 border-t border-line py-[11px]">
            <div class="min-w-0">
              <b class="block font-[600]">
                {nameOf(session)}
                <Show when={isCurrent(session)}>
                  <span class="ms-2 font-[420] text-ink-3">{said.thisOne}</span>
                </Show>
              </b>
              <small class="block truncate text-12 leading-[1.4] text-ink-3" title={session.userAgent ?? undefined}>
                {said.since(
                  times.said(Date.parse(session.createdAt), 'dateTime'),
                  session.kind === 'browser' ? said.browser : said.token,
                  session.ipAddress ?? undefined,
                )}
              </small>
              <small class="block text-12 leading-[1.4] text-ink-3">
                {session.lastUsedAt === null
                  ? said.notUsed
                  : said.lastUsed(times.said(Date.parse(session.lastUsedAt), 'dateTime'))}
              </small>
            </div>
            <Show when={!isCurrent(session)}>
              <Button
                aria-label={said.endOne(nameOf(session))}
                aria-disabled={props.endingId === session.id}
                onClick={() => props.onEnd(session)}
              >
                {said.end}
              </Button>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}
