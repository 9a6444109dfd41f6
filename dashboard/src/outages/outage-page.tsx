import type { Client } from '@sign-display/client/client';
import type { Event } from '@sign-display/contracts/rest/events';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { useParams, useSearchParams } from '@solidjs/router';
import { createMemo, createResource, Match, Show, Switch } from 'solid-js';
import { openOrganizations, shutOrganizations } from '../api/second-factor-access.ts';
import { asked, type Trouble } from '../api/session.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { StaleNotice } from '../event/stale-notice.tsx';
import { NotFound } from '../features/not-found.tsx';
import { LiveMark } from '../features/live-mark.tsx';
import { LoadError } from '../features/load-error.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { runFeed } from '../live/run-feed.ts';
import { useWallTools } from '../wall-context.ts';
import { createGroups } from './create-groups.ts';
import { OneOutage } from './outage-details.tsx';
import { createOutages } from './create-outages.ts';

type Answer = { is: 'event'; event: Event } | { is: 'gone' } | { is: 'shut' } | { is: 'refused'; why: Trouble };

const refused = (why: Trouble): Answer =>
  why?.code === 'not_found' || why?.code === 'validation_failed' ? { is: 'gone' } : { is: 'refused', why };

/** The event of an outage. The contract has no route for it: where the address does not say, the caller's events are asked one by one. */
async function findEvent(
  client: Client,
  me: MeResponse,
  outageId: string,
  eventId: string | undefined,
): Promise<Answer> {
  if (eventId !== undefined) {
    const answer = await asked(client.call('GET /api/events/:id', { params: { id: eventId } }));
    return answer.ok ? { is: 'event', event: answer.body } : refused(answer.body);
  }
  for (const { id } of openOrganizations(me)) {
    const events = await asked(client.list('GET /api/organizations/:id/events', { params: { id } }));
    if (!events.ok) return refused(events.body);
    for (const event of events.items) {
      const outages = await asked(client.list('GET /api/events/:id/outages', { params: { id: event.id } }));
      if (!outages.ok) return refused(outages.body);
      if (outages.items.some((outage) => outage.id === outageId)) return { is: 'event', event };
    }
  }
  // It may be of an organization that this session does not open.
  return { is: shutOrganizations(me).length > 0 ? 'shut' : 'gone' };
}

function Found(props: { me: MeResponse; event: Event; outageId: string }) {
  const { lives, words } = useWallTools();
  const { event, me } = props;
  const live = lives.of({ organizationId: event.organizationId, eventId: event.id }, runFeed);
  const membership = me.organizations.find((one) => one.id === event.organizationId);
  const seen: Seen = { event, live, me, role: membership?.role ?? 'viewer', organizationName: membership?.name ?? '' };
  const reading = createOutages(seen, props.outageId);
  const groups = createGroups(
    () => reading.value()?.all ?? [],
    () => live.feed().signs,
  );
  const group = createMemo(() => {
    if (!reading.value() || !live.feed().signs) return undefined;
    return groups().find(({ outages }) => outages.some(({ id }) => id === props.outageId)) ?? null;
  });
  return (
    <Switch>
      <Match when={group() === null}>
        <NotFound title={words.outages.gone} lead={words.outages.goneLead} />
      </Match>
      <Match when={reading.trouble() && !reading.value()}>
        <div class="px-4 py-10">
          <LoadError isHeading what={words.outages.what} why={reading.trouble()!.why} onAgain={reading.read} />
        </div>
      </Match>
      <Match when={group()}>
        {(known) => (
          <>
            <StaleNotice of={reading} timeZone={event.timeZone} say={words.outages.notRead} />
            <OneOutage seen={seen} group={known()} onChanged={reading.read} />
          </>
        )}
      </Match>
    </Switch>
  );
}

/** What an address of a mail leads to: one outage, with all that have the same cause. */
export function OutagePage() {
  const params = useParams<{ outageId: string }>();
  const [search] = useSearchParams<{ event: string }>();
  const { client, session, words } = useWallTools();
  const me = () => {
    const state = session.state();
    return state.is === 'signed-in' ? state.me : undefined;
  };
  const [answer, { refetch }] = createResource(
    () => me() && { me: me()!, outageId: params.outageId, eventId: search.event },
    (asks) => findEvent(client, asks.me, asks.outageId, asks.eventId),
  );
  const event = () => {
    const found = answer.latest;
    return found?.is === 'event' ? found.event : undefined;
  };
  const trouble = () => {
    const found = answer.latest;
    return found?.is === 'refused' ? found : undefined;
  };
  return (
    <Shell
      live={<LiveMark />}
      eventId={event()?.id}
      organizationId={event()?.organizationId}
      needsSecondFactor={answer.latest?.is === 'shut' || trouble()?.why?.code === 'mfa_required'}
    >
      {(known) => (
        <Switch>
          <Match when={answer.latest?.is === 'gone'}>
            <NotFound title={words.outages.gone} lead={words.outages.goneLead} />
          </Match>
          <Match when={trouble()}>
            {(failed) => (
              <div class="px-4 py-10">
                <LoadError isHeading what={words.outages.what} why={failed().why} onAgain={() => void refetch()} />
              </div>
            )}
          </Match>
          <Match when={event()} keyed>
            {(found) => (
              <Show when={params.outageId} keyed>
                {(outageId) => <Found me={known()} event={found} outageId={outageId} />}
              </Show>
            )}
          </Match>
        </Switch>
      )}
    </Shell>
  );
}
