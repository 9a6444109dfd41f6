import { findPage } from '@sign-display/contracts/page-paths';
import type { Event } from '@sign-display/contracts/rest/events';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Role } from '@sign-display/contracts/roles';
import { useLocation, useParams } from '@solidjs/router';
import { createEffect, createMemo, createResource, createSignal, Match, Show, Switch, type Accessor } from 'solid-js';
import { asked } from '../api/session.ts';
import { NotFound } from '../features/not-found.tsx';
import { LiveMark } from '../features/live-mark.tsx';
import { LoadError } from '../features/load-error.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { useTitle } from '../features/window-title.ts';
import { runFeed } from '../live/run-feed.ts';
import { useWallTools } from '../wall-context.ts';
import { createCommands } from './create-commands.ts';
import { createRepeatedRead, useEvery } from '../event/repeated-read.ts';
import { laterOf, mayOf, newestOf, type SignSeen, type TabName } from './sign-page-context.ts';
import { SignTabs } from './sign-tabs.tsx';

/** Each answer of `/now` reads a whole history's end. */
const NOW_RESTS_MS = 2_000;
const NOW_EVERY_MS = 20_000;

function Found(props: { me: MeResponse; event: Event; record: Sign; tab: Accessor<TabName> }) {
  const { client, lives, words } = useWallTools();
  const { event } = props;
  const { id } = props.record;
  const params = { id };
  const live = lives.of({ organizationId: event.organizationId, eventId: event.id }, runFeed);
  const [record, setRecord] = createSignal(props.record);
  const take = (answered: Sign): void => void setRecord((known) => laterOf(known, answered));
  const row = createMemo(() => live.feed().signs?.get(id));
  const sign = createMemo(() => newestOf(record(), row()));
  useTitle(() => sign().name);

  async function readAgain(): Promise<void> {
    const answer = await asked(client.call('GET /api/signs/:id', { params }));
    if (answer.ok) take(answer.body);
  }
  createEffect(() => void ((row()?.version ?? 0) > record().version && readAgain()));

  const now = createRepeatedRead(NOW_RESTS_MS, () => client.call('GET /api/signs/:id/now', { params }));
  createEffect(() => void (row() && now.want()));
  useEvery(NOW_EVERY_MS, now.want);

  // One that is not in the list yet may be newer than the list.
  const [wasListed, setListed] = createSignal(false);
  createEffect(() => void (row() && setListed(true)));
  const isGone = () => wasListed() && live.feed().signs !== null && row() === undefined;

  // Another role may be theirs from one moment to the next.
  const membership = createMemo(() => props.me.organizations.find((one) => one.id === event.organizationId));
  const role = createMemo<Role>(() => membership()?.role ?? 'viewer');
  const may = createMemo(() => mayOf(role()));
  const seen: SignSeen = {
    event,
    live,
    sign,
    record,
    now,
    readAgain,
    take,
    ...createCommands(live, id),
    get me() {
      return props.me;
    },
    get role() {
      return role();
    },
    get organizationName() {
      return membership()?.name ?? '';
    },
    get may() {
      return may();
    },
  };
  return (
    <Show when={!isGone()} fallback={<NotFound title={words.sign.gone} lead={words.sign.goneLead} />}>
      <SignTabs seen={seen} tab={props.tab()} />
    </Show>
  );
}

/** One sign: what it shows and why, what was ordered and happened, and what can be done with it. */
export function SignPage() {
  const { client, words } = useWallTools();
  const params = useParams<{ signId: string }>();
  const location = useLocation();
  const tab = createMemo(() => (findPage(location.pathname)?.name ?? 'sign') as TabName);
  const [answer, { refetch }] = createResource(
    () => params.signId,
    async (id) => {
      const read = await asked(client.call('GET /api/signs/:id', { params: { id } }));
      if (!read.ok) return { is: 'refused' as const, id, why: read.body };
      const event = await asked(client.call('GET /api/events/:id', { params: { id: read.body.eventId } }));
      if (!event.ok) return { is: 'refused' as const, id, why: event.body };
      return { is: 'found' as const, id, record: read.body, event: event.body };
    },
  );
  /** Of this address: while the next sign is read, the last one is not it. */
  const known = () => (answer.latest?.id === params.signId ? answer.latest : undefined);
  const trouble = () => {
    const found = known();
    return found?.is === 'refused' ? found : undefined;
  };
  const isMissing = () => ['not_found', 'validation_failed'].includes(trouble()?.why?.code ?? '');
  const found = createMemo(() => {
    const one = known();
    return one?.is === 'found' ? one : undefined;
  });
  // The bar keeps its event from one sign to the next.
  const eventId = createMemo<string | undefined>((before) => found()?.event.id ?? before);
  return (
    <Shell
      live={<LiveMark />}
      eventId={eventId()}
      organizationId={found()?.event.organizationId}
      needsSecondFactor={trouble()?.why?.code === 'mfa_required'}
    >
      {(me) => (
        <Switch>
          <Match when={isMissing()}>
            <NotFound title={words.sign.gone} lead={words.sign.goneLead} />
          </Match>
          <Match when={trouble()}>
            {(failed) => (
              <div class="px-4 py-10">
                <LoadError isHeading what={words.sign.loadingWhat} why={failed().why} onAgain={() => void refetch()} />
              </div>
            )}
          </Match>
          <Match when={found()} keyed>
            {({ record, event }) => <Found me={me()} event={event} record={record} tab={tab} />}
          </Match>
        </Switch>
      )}
    </Shell>
  );
}
