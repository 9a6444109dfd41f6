import type { Client } from '@sign-display/client/client';
import { MemoryRouter, Route } from '@solidjs/router';
import { render } from 'solid-js/web';
import type { Seen } from '../event/event-page-frame.tsx';
import { createLastWalls } from '../api/last-wall-views.ts';
import { browserPage } from '../adapters/browser-page.ts';
import type { Feed } from '../live/feed-machine.ts';
import { afterSubscription, NO_OUTAGE_UPDATES } from '../live/outage-updates.ts';
import { signsOf } from '../live/apply-sign-patches.ts';
import { OneOutage } from '../outages/outage-details.tsx';
import { createExpectedAcknowledgement } from '../outages/expected-acknowledgement.ts';
import { OutageList } from '../outages/outage-list.tsx';
import { groupsOf } from '../outages/outage-groups.ts';
import { SignTabs } from '../sign/sign-tabs.tsx';
import { mayOf, type SignSeen } from '../sign/sign-page-context.ts';
import { createTimes } from '../times/time-formats.ts';
import { ToolsContext } from '../app-context.ts';
import { createKeys } from '../ui/key-registry.ts';
import { WallToolsContext, type WallTools } from '../wall-context.ts';
import { englishWall } from '../words/english-wall.ts';
import { english } from '../words/english.ts';
import { germanWall } from '../words/german-wall.ts';
import { german } from '../words/german.ts';
import { DrawnBar } from './shell-gallery.tsx';
import { drawnDeliveries, drawnOutages, OUTAGE_SIGNS } from './design-outages.ts';
import { COMMANDS, HISTORY, NOW_DRAWN, SCHEDULES, SIGN, signAnswers } from './design-sign.tsx';
import '../styles/main.css';

/**
 * `/ui-whole.html` of the development server: the page of a sign (`?page=sign`), an outage (`outage`, `acked`, `ended`) and the outages (`list`) as they are drawn, at the
 * drawing's moment; what the service would answer is made up. `?theme=dark&lang=de`, and `pruned` for an outage whose deliveries are no longer stored.
 */

const asked = new URLSearchParams(location.search);
const page = asked.get('page') ?? 'sign';
const isPruned = asked.has('pruned');
const theme = asked.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;
const words = asked.get('lang') === 'de' ? { ...german, ...germanWall } : { ...english, ...englishWall };
document.documentElement.lang = words.common.language;

/** 19:42:31 in Berlin; an outage that has ended is looked at ten minutes later. */
const NOW = Date.parse(page === 'ended' ? '2026-11-14T18:52:10Z' : '2026-11-14T18:42:31Z');
const EVENT = {
  id: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  organizationId: 'nordlicht',
  timeZone: 'Europe/Berlin',
  createdAt: '2026-11-01T09:00:00Z',
  startsAt: '2026-11-14T18:59:31Z',
};
const outages = drawnOutages(page);
const answers: Record<string, () => unknown> = {
  ...signAnswers(NOW),
  'GET /api/events/:id/outages': () => ({
    items: page === 'list' ? outages.filter(({ until }) => until !== null) : outages,
    nextCursor: null,
  }),
  'GET /api/signs/:id/history': () => ({ items: HISTORY, nextCursor: null }),
  'GET /api/signs/:id/schedules': () => ({ schedules: SCHEDULES.ofSign }),
  'GET /api/events/:id/schedules': () => ({ schedules: SCHEDULES.ofEvent }),
};
const client = {
  call: async (route: string) => ({ ok: true, status: 200, body: await answers[route]?.() }),
  list: async () => ({ ok: true, items: outages.filter(({ until }) => until === null) }),
} as unknown as Client;

const signs = signsOf(page === 'sign' ? [SIGN] : OUTAGE_SIGNS);
const feed = {
  signs,
  total: signs.size,
  trueUntil: null,
  step: { is: 'live', expected: 1 },
  warmUps: [],
  outages: afterSubscription(NO_OUTAGE_UPDATES),
} as unknown as Feed;
const silent = () => () => {};
const seen = {
  event: EVENT,
  live: {
    feed: () => feed,
    tryNow: () => {},
    onClaim: silent,
    onAttempt: silent,
    onCommand: silent,
    onClone: silent,
    takeOutages: () => {},
  },
  me: { user: { id: 'maren', name: 'Maren Oyelaran' }, mail: { configured: true, outbox: null } },
  role: 'operator',
  organizationName: 'Nordlicht Events',
} as unknown as Seen;
const signSeen = {
  ...seen,
  sign: () => SIGN,
  now: { value: () => NOW_DRAWN, trouble: () => undefined, notSince: () => null, read: () => {}, want: () => {} },
  commands: () => COMMANDS,
  send: () => Promise.resolve(null),
  may: mayOf('operator'),
} as unknown as SignSeen;

const tools = {
  online: { isOnline: () => true, hasNetwork: () => true },
  words,
  client,
  clock: { now: () => NOW, monotonicMs: () => 0, after: () => () => {} },
  page: browserPage,
  times: createTimes(words.common.language, 'Europe/London'),
  keys: createKeys(() => true),
  walls: createLastWalls(),
} as unknown as WallTools;

const Page = () => {
  if (page === 'sign') return <SignTabs seen={signSeen} tab="sign" />;
  if (page === 'list') return <OutageList seen={seen} />;
  const outage = { ...outages[0]!, deliveries: isPruned ? null : drawnDeliveries(page) };
  return (
    <OneOutage
      seen={seen}
      group={groupsOf(outages, signs)[0]!}
      outage={outage}
      expected={createExpectedAcknowledgement()}
    />
  );
};

render(
  () => (
    <ToolsContext.Provider value={tools}>
      <WallToolsContext.Provider value={tools}>
        <MemoryRouter root={(props) => <>{props.children}</>}>
          <Route
            path="*"
            component={() => (
              <>
                <DrawnBar current={page === 'sign' ? 'Wall' : 'Outages'} />
                <main>
                  <Page />
                </main>
              </>
            )}
          />
        </MemoryRouter>
      </WallToolsContext.Provider>
    </ToolsContext.Provider>
  ),
  document.body,
);
