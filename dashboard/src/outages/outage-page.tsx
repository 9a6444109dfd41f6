import type { Client } from '@sign-display/client/client';
import type { Event } from '@sign-display/contracts/rest/events';
import type { OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { useParams } from '@solidjs/router';
import { createMemo, createResource, Match, Switch } from 'solid-js';
import { shutOrganizations } from '../api/second-factor-access.ts';
import { asked, type Trouble } from '../api/session.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { restMsOf } from '../event/read-pace.ts';
import { StaleNotice } from '../event/stale-notice.tsx';
import { NotFound } from '../features/not-found.tsx';
import { LiveMark } from '../features/live-mark.tsx';
import { LoadError } from '../features/load-error.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { runFeed } from '../live/run-feed.ts';
import { useWallTools } from '../wall-context.ts';
import { createDeliveries } from './create-deliveries.ts';
import { createGroups } from './create-groups.ts';
import { createOutageReading } from './create-outage-reading.ts';
import { createExpectedAcknowledgement } from './expected-acknowledgement.ts';
import { layUpdates, withKnownMessages, type OutageLists } from './lay-outage-updates.ts';
import { OneOutage } from './outage-details.tsx';
import { groupWith } from './outage-groups.ts';
import { readOutagesAround } from './read-outages-around.ts';

type Answer =
  | { is: 'outage'; event: Event; outage: OutageWithDeliveries }
  | { is: 'gone' }
  | { is: 'shut' }
  | { is: 'refused'; why: Trouble };

/**
 * Reads the outage and its event. A session without a second factor finds no outage of an organization that requires
 * one.
 */
async function findOutage(client: Client, me: MeResponse, outageId: string): Promise<Answer> {
  const refused = (why: Trouble): Answer => {
    if (why?.code !== 'not_found' && why?.code !== 'validation_failed') return { is: 'refused', why };
    return { is: why.code === 'not_found' && shutOrganizations(me).length > 0 ? 'shut' : 'gone' };
  };
  const outage = await asked(client.call('GET /api/outages/:id', { params: { id: outageId } }));
  if (!outage.ok) return refused(outage.body);
  const event = await asked(client.call('GET /api/events/:id', { params: { id: outage.body.eventId } }));
  return event.ok ? { is: 'outage', event: event.body, outage: outage.body } : refused(event.body);
}

function Found(props: { me: MeResponse; event: Event; first: OutageWithDeliveries }) {
  const { client, lives, words } = useWallTools();
  const { event, me, first } = props;
  const live = lives.of({ organizationId: event.organizationId, eventId: event.id }, runFeed);
  const membership = me.organizations.find((one) => one.id === event.organizationId);
  const seen: Seen = { event, live, me, role: membership?.role ?? 'viewer', organizationName: membership?.name ?? '' };
  let requests = 1;
  let fromMs = Infinity;
  const reading = createOutageReading<OutageLists>(seen, {
    restMs: () => restMsOf(requests),
    async read() {
      const around = await readOutagesAround(client, deliveries.value(), fromMs);
      requests = around.ok ? around.requests : Math.max(requests, around.requests);
      if (!around.ok) return around;
      ({ fromMs } = around.body);
      return { ok: true, body: layUpdates({ open: [], ended: [] }, around.body.outages) };
    },
    lay: layUpdates,
  });
  const all = createMemo(() => [...(reading.value()?.open ?? []), ...(reading.value()?.ended ?? [])]);
  const state = createMemo(() => {
    const is = all().find(({ id }) => id === first.id) ?? first;
    return [is.until, is.acknowledged?.at].join();
  });
  const deliveries = createDeliveries(first, state);
  const expected = createExpectedAcknowledgement();
  const outages = createMemo(() => {
    const known = all().map((outage) =>
      outage.id === first.id ? withKnownMessages(outage, deliveries.value()) : outage,
    );
    return expected.lay(known);
  });
  const groups = createGroups(outages, () => live.feed().signs);
  const group = createMemo(() => (reading.value() && live.feed().signs ? groupWith(groups(), first.id) : undefined));
  const isGone = () => deliveries.trouble()?.why?.code === 'not_found';
  return (
    <Switch>
      <Match when={isGone()}>
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
            <OneOutage seen={seen} group={known()} outage={deliveries.value()} expected={expected} />
          </>
        )}
      </Match>
    </Switch>
  );
}

/** The page that a mail's link leads to: one outage, with all outages of the same cause. */
export function OutagePage() {
  const params = useParams<{ outageId: string }>();
  const { client, session, words } = useWallTools();
  const me = () => {
    const state = session.state();
    return state.is === 'signed-in' ? state.me : undefined;
  };
  const [answer, { refetch }] = createResource(
    () => me() && { me: me()!, outageId: params.outageId },
    (asks) => findOutage(client, asks.me, asks.outageId),
  );
  const found = () => {
    const is = answer.latest;
    return is?.is === 'outage' ? is : undefined;
  };
  const trouble = () => {
    const is = answer.latest;
    return is?.is === 'refused' ? is : undefined;
  };
  return (
    <Shell
      live={<LiveMark />}
      eventId={found()?.event.id}
      organizationId={found()?.event.organizationId}
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
          <Match when={found()} keyed>
            {(is) => <Found me={known()} event={is.event} first={is.outage} />}
          </Match>
        </Switch>
      )}
    </Shell>
  );
}
