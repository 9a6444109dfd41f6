import { MemoryRouter, Route } from '@solidjs/router';
import { createSignal, For, Show, type JSX } from 'solid-js';
import { BellLink } from '../features/shell/inbox-bell.tsx';
import { EventClock } from '../features/shell/event-clock.tsx';
import { Switcher } from '../features/shell/event-switcher.tsx';
import { Crumb, TopBar } from '../features/shell/top-bar.tsx';
import { SessionList, type SignedInSession } from '../features/account/session-list.tsx';
import { createTimes } from '../times/time-formats.ts';
import { ToolsContext, type Tools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Hint } from '../ui/tooltip.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx';
import { showToast, Toasts } from '../ui/toasts.tsx';
import { english } from '../words/english.ts';

/** The frame around pages, and what opens above them, for `/ui`. */

const said = english.shell;
/** When the drawing was drawn: 19:42:31 in Cologne, 17 minutes before the doors open. */
const NOW = Date.parse('2026-11-14T18:42:31Z');
const EVENT = { timeZone: 'Europe/Berlin', startsAt: '2026-11-14T18:59:31Z', endsAt: null };
const STOPPED = { now: () => NOW, monotonicMs: () => 0, after: () => () => {} };

const groupOf = (name: string, count: number) => ({
  id: name,
  name,
  events: Array.from({ length: count }, (_, nth) => ({ id: `${name} ${nth}`, name: `Event ${nth + 1}`, venue: null })),
  make: '/make',
});
const GROUPS = {
  'One event': [groupOf('Nordlicht Events', 1)],
  'Two hundred': [groupOf('Nordlicht Events', 150), groupOf('Südwind', 50)],
  None: [],
};

/** Everything that these components take of the tools, at a time that stands still. */
const Standing = (props: { children: JSX.Element }) => {
  const tools = {
    words: english,
    clock: STOPPED,
    online: { isOnline: () => true, hasNetwork: () => true },
    times: createTimes('en', 'Europe/London'),
  } as unknown as Tools;
  return (
    <ToolsContext.Provider value={tools}>
      <MemoryRouter root={() => <>{props.children}</>}>
        <Route path="*" />
      </MemoryRouter>
    </ToolsContext.Provider>
  );
};

const tabsOf = (label: string, names: string[], current: string) => ({
  label,
  all: names.map((name) => ({ href: `/${name}`, said: name, isCurrent: name === current })),
});

/** `fits`: as wide as the window, not as the drawing. */
type BarOf = { name: string; organization: string; event?: string; tabs: ReturnType<typeof tabsOf>; fits?: boolean };
const Bar = (props: BarOf) => (
  <div class="overflow-x-auto">
    <div id={props.name} class="bg-ground" classList={{ 'w-[1440px]': !props.fits }}>
      <TopBar
        home={{ href: '/', said: said.allPlaces }}
        tabs={props.tabs}
        switcher={
          <Switcher
            words={said}
            groups={GROUPS['One event']}
            currentId={undefined}
            pathOfEvent={(id) => `/${id}`}
            onGo={() => {}}
            label={props.event ?? props.organization}
            crumb={<Crumb organization={props.organization} event={props.event} />}
          />
        }
        end={
          <>
            <EventClock event={EVENT} />
            <span class="inline-flex items-center gap-1.5 text-ink-2 max-[700px]:hidden">
              <i class="size-[7px] rounded-full bg-good-fill" />
              Live
            </span>
            <button
              type="button"
              aria-label={said.find}
              class="inline-flex h-[30px] items-center max-[700px]:hidden gap-1.5 border border-transparent px-1.5 text-ink-2"
            >
              <Icon is="search" size={15} />
              <kbd class="rounded-[3px] border border-line bg-ground px-1 font-mono text-11 leading-4 font-[500] text-ink-3">
                /
              </kbd>
            </button>
            <BellLink said={said.inbox(3)} unread={3} />
            <span class="grid size-[26px] max-[700px]:hidden place-items-center rounded-full border border-line-strong text-11 font-[600]">
              MO
            </span>
          </>
        }
      />
    </div>
  </div>
);

/** The bar above the pages of the drawn event. */
export const DrawnBar = (props: { current: string; fits?: boolean }) => (
  <Bar
    name="bar"
    fits={props.fits ?? false}
    organization="Nordlicht Events"
    event="Lichterfest 2026"
    tabs={tabsOf('Event', ['Wall', 'Outages', 'Schedule', 'Claims', 'Devices', 'Audit'], props.current)}
  />
);

const SESSIONS: readonly SignedInSession[] = [
  {
    id: '1',
    token: '1',
    createdAt: '2026-11-14T13:02:00Z',
    ipAddress: '10.20.8.55',
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0',
    kind: 'browser',
    lastUsedAt: '2026-11-14T18:42:00Z',
  },
  {
    id: '2',
    token: '2',
    createdAt: '2026-11-09T08:00:00Z',
    ipAddress: '10.20.2.19',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    kind: 'browser',
    lastUsedAt: '2026-11-14T07:31:00Z',
  },
  {
    id: '3',
    token: '3',
    createdAt: '2026-11-02T08:00:00Z',
    ipAddress: null,
    userAgent: null,
    kind: 'token',
    lastUsedAt: null,
  },
];

function Opening() {
  const [isOpen, setOpen] = createSignal<'plain' | 'typed'>();
  const [theme, setTheme] = createSignal('light');
  const close = () => setOpen(undefined);
  return (
    <div class="flex flex-wrap items-center gap-3">
      <Button onClick={() => setOpen('plain')}>A question</Button>
      <Button onClick={() => setOpen('typed')}>A question with a name to type</Button>
      <Button onClick={() => showToast('The name was changed.', said.toasts)}>A toast</Button>
      <Button onClick={() => showToast('The name was changed.', said.toasts, () => {})}>A toast with undo</Button>
      <Menu label="A menu" triggerClass="h-12 underline" trigger={<span aria-hidden="true">A menu</span>}>
        <MenuItem onSelect={() => {}}>An entry</MenuItem>
        <MenuLine />
        <MenuChoice
          label="A choice"
          value={theme()}
          choices={['light', 'dark'].map((value) => ({ value, said: value }))}
          onChoose={setTheme}
        />
      </Menu>
      <Hint said="What this is about, in a line.">A word with a hint</Hint>
      <For each={Object.entries(GROUPS)}>
        {([name, groups]) => (
          <Switcher
            words={said}
            groups={groups}
            currentId={groups[0]?.events[0]!.id}
            pathOfEvent={(id) => `/${id}`}
            onGo={() => {}}
            label={name}
            crumb={name}
          />
        )}
      </For>
      <Confirm
        isOpen={isOpen() !== undefined}
        title="Delete Lichterfest 2026?"
        text="The event disappears from all lists. This cannot be undone. Its history stays in the audit log."
        {...(isOpen() === 'typed' && { typed: { name: 'Lichterfest 2026', label: 'Type the name of the event' } })}
        safe="Keep it"
        action="Delete event"
        onSafe={close}
        onAction={close}
      />
    </div>
  );
}

/** For the suite: somebody goes to the next page, which has a frame of its own. */
const [nth, setNth] = createSignal(1);
Object.assign(window, { goOn: () => setNth((is) => is + 1) });

export const ShellParts = () => (
  <Standing>
    <div class="grid gap-4">
      <Bar
        name="bar-event"
        organization="Nordlicht Events"
        event="Lichterfest 2026"
        tabs={tabsOf('Event', ['Wall', 'Outages', 'Schedule', 'Claims', 'Devices', 'Audit'], 'Wall')}
      />
      <Bar
        name="bar-organization"
        organization="Nordlicht Events"
        tabs={tabsOf('Organization', ['Events', 'People', 'Settings', 'Audit', 'System'], 'People')}
      />
      <Opening />
      <SessionList sessions={SESSIONS} currentId="1" endingId={undefined} onEnd={() => {}} />
    </div>
    <Show when={nth()} keyed>
      <Toasts words={said.toasts} clock={STOPPED} />
    </Show>
  </Standing>
);
