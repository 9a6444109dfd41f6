import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { Route, Router } from '@solidjs/router';
import { createSignal, lazy, Suspense, type Component } from 'solid-js';
import { render } from 'solid-js/web';
import { browserClock } from '../adapters/browser-clock.ts';
import { browserPage } from '../adapters/browser-page.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { Wall } from '../wall/wall.tsx';
import { createPreferences } from '../api/browser-preferences.ts';
import { createLastWalls } from '../api/last-wall-views.ts';
import type { Feed } from '../live/feed-machine.ts';
import { afterSubscription, NO_OUTAGE_UPDATES, withOutages } from '../live/outage-updates.ts';
import { signsOf, withPatches, type SignsPatch } from '../live/apply-sign-patches.ts';
import { pressOf } from '../adapters/key-press.ts';
import { createTimes } from '../times/time-formats.ts';
import { ToolsContext } from '../app-context.ts';
import { WallToolsContext, type WallTools } from '../wall-context.ts';
import { createKeys } from '../ui/key-registry.ts';
import { keepPageScale } from '../ui/page-scale.ts';
import { Toasts } from '../ui/toasts.tsx';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { german } from '../words/german.ts';
import { germanWall } from '../words/german-wall.ts';
import { madeUpPicture, withPicture } from './fake-screenshot.tsx';
import { madeUpClient, outageOf, type Answers } from './fake-wall-client.ts';
import { DrawnBar } from './shell-gallery.tsx';
import { DRAWN_AWAY, DRAWN_EVENT, DRAWN_NOW, drawnSigns, idAt } from './design-wall.ts';
import { drawnField } from './design-wall-10000-signs.ts';
import { signsOfWall } from './reference-wall-signs.ts';
import { SIZES } from '../wall/testing/reference-walls.ts';
import { drawnStrips } from './design-wall-heartbeat-strips.ts';
import { madeUpChanges, madeUpSigns, madeUpStrips, madeUpWarmUp } from './fake-wall-signs.ts';
import '../styles/main.css';

/**
 * `/ui-wall.html` of the development server: the wall with made-up signs, and changes four times a second. `?signs=10000&rate=2000&theme=dark&lang=de&role=viewer&away`; beside them
 * what a wall has in its address. `?state=map` is the wall as it is drawn, at the drawing's moment: `map`, `peek`, `table`, `zone`, `field`,
 * `away`, `select`. `?state=fill&wall=306`: one of the six walls of the layout, from 60 to 10000 signs.
 */

const asked = new URLSearchParams(location.search);
const [count, rate] = [Number(asked.get('signs') ?? 240), Number(asked.get('rate') ?? 0)];
const state = asked.get('state');
/** What the address has besides, for a state that is drawn. */
const ADDRESSES: Record<string, Record<string, string>> = {
  peek: { peek: idAt(222) },
  table: { view: 'table' },
  zone: { view: 'cards', place: 'Foyer Nord' },
  select: { select: [9, 10, 11, 12, 13, 14].map(idAt).join('.') },
};
for (const [name, value] of Object.entries(ADDRESSES[state ?? ''] ?? {})) asked.set(name, value);
history.replaceState(null, '', `?${asked}`);
const clock = state === null ? browserClock : { ...browserClock, now: () => DRAWN_NOW };
const nowMs = clock.now();
const stripsOf = state === null ? madeUpStrips : drawnStrips;
const words = asked.get('lang') === 'de' ? { ...german, ...germanWall } : { ...english, ...englishWall };
/** `deleted=5`: the service has no sign of that number any more, and the feed has not told so. */
const deleted = asked.has('deleted') ? idAt(Number(asked.get('deleted'))) : null;
/** `away`: we were, earlier in the hour; `away=now`: we have just come back, and verdicts wait. */
const isWaiting = asked.get('away') === 'now';
const theme = asked.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;
document.documentElement.lang = words.common.language;

/** For the suite: what is answered in place of what is made up, and what was ordered. */
const answers: Answers = {};
const calls: { key: string; body: unknown }[] = [];
type Bulk = Parameters<Parameters<Seen['live']['onBulk']>[0]>[0];
const bulkHearers = new Set<(bulk: Bulk) => void>();
const keys = createKeys(() => true);
addEventListener('keydown', (event) => keys.press(pressOf(event)) && event.preventDefault());
const tools = {
  online: { isOnline: () => true, hasNetwork: () => true },
  words,
  client: madeUpClient(
    () => Array.from(feed().signs!.values()),
    // As they were when the page was opened: a picture of it does not depend on when it is taken.
    (ids) => {
      told.strips += ids.length;
      return stripsOf(ids, (id) => feed().signs!.get(id)!, state === 'away' || asked.has('away'), nowMs, isWaiting);
    },
    (id) => {
      told.pictures += 1;
      return madeUpPicture(feed().signs!.get(id)!);
    },
    answers,
    calls,
    (id) => id === deleted,
  ),
  clock,
  page: browserPage,
  times: createTimes('en', 'Europe/London'),
  keys,
  walls: createLastWalls(),
  preferences: createPreferences({ get: () => null, set() {} }, []),
} as unknown as WallTools;

function drawn(): SignRow[] {
  if (state === 'field') return drawnField();
  return state === 'fill' ? signsOfWall(SIZES.find((size) => size === Number(asked.get('wall')))!) : drawnSigns();
}
const made: SignRow[] = state === null ? madeUpSigns(count, nowMs) : drawn();
const first = asked.has('pictures') ? made.map((row, number) => withPicture(row, number, nowMs)) : made;
const [feed, setFeed] = createSignal({
  signs: signsOf(first),
  total: first.length,
  trueUntil: null,
  step: { is: 'live', expected: 1 },
  warmUps: state === 'away' ? DRAWN_AWAY : isWaiting ? [madeUpWarmUp(nowMs)] : [],
  outages: afterSubscription(NO_OUTAGE_UPDATES),
} as unknown as Feed);
const changes = madeUpChanges(first, 7);
const PATCH_MS = 250;
/** How long the page's thread took for each patch, in ms: what is derived, and what is asked of the next frame; without the painting itself. */
const took: number[] = [];
function tell(patch: SignsPatch): void {
  setFeed((is) => ({ ...is, signs: withPatches(is.signs!, [patch]) }));
}
const patch = (): void => {
  const from = performance.now();
  tell({ changes: changes(Math.round((rate * PATCH_MS) / 1_000), clock.now()), removed: [] });
  took.push(performance.now() - from);
  browserClock.after(PATCH_MS, patch);
};
if (rate > 0) browserClock.after(PATCH_MS, patch);
const takeOutages = (items: readonly Outage[], askedAt: number): void =>
  void setFeed((is) => ({ ...is, outages: withOutages(is.outages, items, askedAt) }));
/** For the suite: changes so many signs at once, puts one more there, takes one away, makes one another, and the feed itself. */
const told = {
  took,
  /** How many pictures, and heartbeats of how many signs, were asked for. */
  pictures: 0,
  strips: 0,
  change: (many: number) => tell({ changes: changes(many, clock.now()), removed: [] }),
  add: (name: string, location: string) =>
    tell({ changes: [{ ...first[0]!, id: crypto.randomUUID(), name, location }], removed: [] }),
  /** With the update of its outage, as the service sends it. */
  become(change: { id: string } & Partial<SignRow>): void {
    const before = feed().signs?.get(change.id);
    tell({ changes: [change], removed: [] });
    const after = outageOf(feed().signs!.get(change.id)!);
    const until = new Date(clock.now()).toISOString();
    const ended = after.length > 0 || !before ? [] : outageOf(before).map((outage) => ({ ...outage, until }));
    takeOutages([...after, ...ended], feed().outages.moment);
  },
  feedIs: (part: Partial<Feed>) => setFeed((is) => ({ ...is, ...part })),
  answers,
  calls,
  bulkIs: (bulk: Bulk) => bulkHearers.forEach((hear) => hear(bulk)),
  remove: (id: string) => tell({ changes: [], removed: [id] }),
};
Object.assign(window, told, { told });

const onBulk: Seen['live']['onBulk'] = (hear) => {
  bulkHearers.add(hear);
  return () => void bulkHearers.delete(hear);
};
const seen = {
  event: DRAWN_EVENT,
  live: {
    feed,
    tryNow: () => {},
    onClaim: () => () => {},
    onAttempt: () => () => {},
    onCommand: () => () => {},
    onBulk,
    takeOutages,
  },
  role: asked.get('role') ?? 'operator',
  me: {
    mail: asked.has('no-mail')
      ? { configured: false, outbox: '~/.local/share/sign-display/outbox' }
      : { configured: true, outbox: null },
  },
} as unknown as Seen;

/** A page that is on its way until the suite lets it arrive. */
const elsewhere = Promise.withResolvers<{ default: Component }>();
const Elsewhere = lazy(() => elsewhere.promise);
Object.assign(window, { arrive: () => elsewhere.resolve({ default: () => <h1>Elsewhere</h1> }) });

/** A wall orders by place and name; the drawing has its own order, which its identifiers count. */
const asDrawn = (one: SignRow, other: SignRow): number => (one.id < other.id ? -1 : 1);
const Page = () => (
  <>
    {/* The drawing of a phone has no tabs. */}
    <div class="max-[700px]:[&_nav]:hidden">
      <DrawnBar current="Wall" fits />
    </div>
    <main>
      <Wall seen={seen} onFindField={() => {}} {...(state !== null && { order: asDrawn })} />
    </main>
  </>
);

keepPageScale();
render(
  () => (
    <ToolsContext.Provider value={tools}>
      <WallToolsContext.Provider value={tools}>
        {state === null && <Toasts words={words.shell.toasts} clock={clock} />}
        <Router root={(props) => <Suspense>{props.children}</Suspense>}>
          <Route path="/elsewhere" component={Elsewhere} />
          <Route path="*" component={Page} />
        </Router>
      </WallToolsContext.Provider>
    </ToolsContext.Provider>
  ),
  document.body,
);
