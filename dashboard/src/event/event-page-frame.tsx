import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Event } from '@sign-display/contracts/rest/events';
import type { Role } from '@sign-display/contracts/roles';
import { useParams } from '@solidjs/router';
import { createResource, Match, Show, Switch, type JSX } from 'solid-js';
import { asked } from '../api/session.ts';
import { NotFound } from '../features/not-found.tsx';
import { LiveMark } from '../features/live-mark.tsx';
import { LoadError } from '../features/load-error.tsx';
import { Shell } from '../features/shell/shell.tsx';
import type { Live } from '../live/live-subscriptions.ts';
import { runFeed } from '../live/run-feed.ts';
import { useTools } from '../app-context.ts';

/** What a page of an event stands on. */
export interface Seen {
  event: Event;
  live: Live;
  me: MeResponse;
  role: Role;
  organizationName: string;
}

function Found(props: { me: MeResponse; event: Event; children: (seen: Seen) => JSX.Element }) {
  const { lives } = useTools();
  const { id, organizationId } = props.event;
  const live = lives.of({ organizationId, eventId: id }, runFeed);
  const membership = props.me.organizations.find((organization) => organization.id === organizationId);
  return props.children({
    event: props.event,
    live,
    me: props.me,
    role: membership?.role ?? 'viewer',
    organizationName: membership?.name ?? '',
  });
}

/** A page of the event that the address names, with its feed; `children` gets both. Says where there is no such event. `onFind`: what `/` does. */
export function EventPage(props: { onFind?: () => void; children: (seen: Seen) => JSX.Element }) {
  const { words, client } = useTools();
  const params = useParams<{ eventId: string }>();
  const [answer, { refetch }] = createResource(
    () => params.eventId,
    async (id) => ({ id, read: await asked(client.call('GET /api/events/:id', { params: { id } })) }),
  );
  /**
   * The answer about the URL's event: the last answer may be about another event. Before the first answer, a page that comes or goes may
   * have no event in its URL.
   */
  const known = () => (answer.latest?.id === params.eventId ? answer.latest?.read : undefined);
  const event = () => {
    const read = known();
    return read?.ok ? read.body : undefined;
  };
  const trouble = () => {
    const read = known();
    return read && !read.ok ? { why: read.body } : undefined;
  };
  const isGone = () => trouble()?.why?.code === 'not_found' || trouble()?.why?.code === 'validation_failed';
  return (
    <Shell
      live={<LiveMark />}
      isGone={isGone()}
      organizationId={event()?.organizationId}
      needsSecondFactor={trouble()?.why?.code === 'mfa_required'}
      {...(props.onFind && { onFind: props.onFind })}
    >
      {(me) => (
        <Switch>
          <Match when={isGone()}>
            <NotFound title={words.wall.gone} lead={words.wall.goneLead} />
          </Match>
          <Match when={trouble()}>
            {(failed) => (
              <div class="px-4 py-10">
                <LoadError isHeading what={words.wall.loadingWhat} why={failed().why} onAgain={() => void refetch()} />
              </div>
            )}
          </Match>
          <Match when={event()?.id} keyed>
            <Show when={event()} keyed>
              {(found) => (
                <Found me={me()} event={found}>
                  {props.children}
                </Found>
              )}
            </Show>
          </Match>
        </Switch>
      )}
    </Shell>
  );
}
