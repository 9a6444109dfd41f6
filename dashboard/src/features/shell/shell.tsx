import { isBuilt, PAGES, pathOf, type PageName } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { useLocation, useNavigate } from '@solidjs/router';
import { createMemo, createSignal, onMount, Show, type Accessor, type JSX } from 'solid-js';
import { shutOrganizations } from '../../api/second-factor-access.ts';
import { useTools } from '../../app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { later } from '../../lazy-part.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { useKeys } from '../use-keys.ts';
import { SignedIn } from '../require-sign-in.tsx';
import { Bell } from './inbox-bell.tsx';
import { EventClock } from './event-clock.tsx';
import { LazyMenu } from './lazy-menu.tsx';
import { personLabel, PERSON_BUTTON, PersonInitials } from './person-button.tsx';
import { mayMakeEvents, mayOpen } from './permissions.ts';
import { SWITCHER_BUTTON, SwitcherLabel } from './switcher-button.tsx';
import { Crumb, TopBar } from './top-bar.tsx';
import { tabsOfPath } from './tabs-of-path.ts';

/** On few visits somebody looks at it. */
const KeyMap = later(async () => (await import('./keys-dialog.tsx')).KeyMap);
const PersonMenu = later(async () => (await import('./person-menu.tsx')).PersonMenu);
const Switcher = later(async () => (await import('./event-switcher.tsx')).Switcher);

const SecondFactorRequired = later(
  async () => (await import('../second-factor/second-factor-required.tsx')).SecondFactorRequired,
);

/** The pages of an organization that a person reaches from each page. */
const ORGANIZATION_PAGES = ['people', 'organizationSettings', 'system'] as const;

interface Props {
  /** Of a page whose address doesn't tell its event, as a sign's. */
  eventId?: string | undefined;
  /** The organization of the page, where its address doesn't tell. */
  organizationId?: string | undefined;
  /** The service asked for a second factor where it reads what this page shows. */
  needsSecondFactor?: boolean;
  /** There is no such event: nothing leads further into it. */
  isGone?: boolean;
  /** How fresh the page is. */
  live?: JSX.Element;
  /** Where something can be found on this page: what the button and `/` do. */
  onFind?: () => void;
}

function Bar(props: Props & { me: MeResponse }) {
  const { words, session, places } = useTools();
  const location = useLocation();
  const navigate = useNavigate();
  const [areKeysOpen, setKeysOpen] = createSignal(false);
  const wereKeysOpen = createMemo<boolean>((were) => were || areKeysOpen(), false);
  onMount(() => void places.load());

  const place = createMemo(() => tabsOfPath(location.pathname, props.eventId));
  const roleIn = (id: string | undefined) => props.me.organizations.find((one) => one.id === id)?.role;
  const mayOpenPage = (name: PageName): boolean => {
    const { eventId, organizationId: inAddress } = place();
    const role = roleIn((eventId && places.event(eventId)?.organizationId) ?? inAddress);
    return mayOpen(name, { role, isSystemOwner: props.me.systemOwner });
  };
  const where = createMemo(() => tabsOfPath(location.pathname, props.eventId, mayOpenPage));
  const event = () => (where().eventId === undefined ? undefined : places.event(where().eventId!));
  /** Someone with one organization is always in it. */
  const organizationId = () => {
    const [first, ...others] = props.me.organizations;
    const here = event()?.organizationId ?? where().organizationId;
    return here ?? (where().eventId === undefined && others.length === 0 ? first?.id : undefined);
  };
  const organization = () => {
    const id = event()?.organizationId ?? where().organizationId;
    return props.me.organizations.find((one) => one.id === id)?.name;
  };
  const organizationPages = () => {
    const id = organizationId();
    return id === undefined
      ? []
      : ORGANIZATION_PAGES.filter((name) => isBuilt(name) && mayOpenPage(name)).map((name) => ({
          href: pathOf(name, { organizationId: id }),
          said: words.shell.organizationPages[name],
        }));
  };
  const tabs = createMemo(() => {
    const found = where().tabs;
    if (!found || props.isGone) return undefined;
    const label = found.of === 'event' ? words.shell.eventTabs : words.shell.organizationTabs;
    return { label, all: found.all.map(({ name, ...tab }) => ({ ...tab, said: words.shell.tabs[name] })) };
  });
  const groups = () =>
    props.me.organizations.map((one) => {
      const { id, name, role } = one;
      const isOpen = !shutOrganizations(props.me).includes(one);
      const answer = isOpen ? places.eventsOf(id) : undefined;
      const make = isOpen && mayMakeEvents(role) ? pathOf('newEvent', { organizationId: id }) : undefined;
      return { id, name, events: answer?.ok ? answer.events : [], make };
    });
  const here = () => event()?.name ?? organization() ?? words.shell.noPlace;
  const person = () => personLabel(words.shell, props.me.user);
  const crumb = () => (
    <Crumb organization={organization()} event={event()?.name ?? (organization() ? undefined : here())} />
  );

  useKeys({
    title: words.shell.everywhere,
    bindings: [
      ...(props.onFind ? [{ key: '/', said: words.shell.goFind, run: props.onFind }] : []),
      { key: '?', said: words.shell.keyMap, run: () => setKeysOpen(true) },
    ],
  });

  return (
    <>
      <TopBar
        home={{ href: PAGES.home, said: words.shell.allPlaces }}
        tabs={tabs()}
        switcher={
          <LazyMenu
            script={Switcher}
            popup="dialog"
            trigger={{
              title: here(),
              class: SWITCHER_BUTTON,
              children: <SwitcherLabel crumb={crumb()} action={words.shell.switchPlace} />,
            }}
            menu={(opensNow) => (
              <Switcher
                words={words.shell}
                groups={groups()}
                currentId={event()?.id}
                pathOfEvent={(eventId) => pathOf('wall', { eventId })}
                onGo={navigate}
                onOpen={() => void places.load()}
                label={here()}
                crumb={crumb()}
                opensNow={opensNow}
              />
            )}
          />
        }
        end={
          <>
            <Show when={event()} keyed>
              {(known) => <EventClock event={known} />}
            </Show>
            <span class="empty:hidden">{props.live}</span>
            <Show when={props.onFind}>
              {(onFind) => (
                <button
                  type="button"
                  class="inline-flex min-h-[30px] items-center gap-1.5 px-1.5 text-ink-2 max-[700px]:hidden"
                  aria-label={words.shell.find}
                  onClick={() => onFind()()}
                >
                  <Icon is="search" size={15} />
                  <kbd class="max-[900px]:hidden rounded-[3px] border border-line bg-ground px-1 font-mono text-11 leading-[1rem] text-ink-3">
                    /
                  </kbd>
                </button>
              )}
            </Show>
            <Show when={isBuilt('inbox')}>
              <Bell />
            </Show>
            <LazyMenu
              script={PersonMenu}
              popup="menu"
              trigger={{
                title: person(),
                class: PERSON_BUTTON,
                children: (
                  <>
                    <span class="sr-only">{person()}</span>
                    <PersonInitials person={props.me.user} />
                  </>
                ),
              }}
              menu={(opensNow) => (
                <PersonMenu
                  person={props.me.user}
                  eventSettings={event() && pathOf('eventSettings', { eventId: event()!.id })}
                  organizationPages={organizationPages()}
                  onKeys={() => setKeysOpen(true)}
                  onSignOut={() => void session.signOut()}
                  opensNow={opensNow}
                />
              )}
            />
          </>
        }
      />
      <Show when={wereKeysOpen()}>
        <KeyMap isOpen={areKeysOpen()} onClose={() => setKeysOpen(false)} />
      </Show>
    </>
  );
}

/**
 * The frame around every page of who is signed in: the bar above, the way past it for the keyboard, and where toasts are shown. Others are sent to sign in. Which
 * event, organization and tab it shows is of the address.
 */
export function Shell(props: Props & { children: (me: Accessor<MeResponse>) => JSX.Element }) {
  const { words, clock, places } = useTools();
  const location = useLocation();
  const [main, setMain] = createSignal<HTMLElement>();
  const organizationId = createMemo(() => {
    const { eventId, organizationId: inAddress } = tabsOfPath(location.pathname, props.eventId);
    return props.organizationId ?? inAddress ?? (eventId && places.event(eventId)?.organizationId);
  });
  /** Also when the organization began to require it while the page was open. */
  const isShut = (me: MeResponse): boolean =>
    !me.mfa && (props.needsSecondFactor || shutOrganizations(me).some(({ id }) => id === organizationId()));
  return (
    <SignedIn>
      {(me) => (
        <>
          <a
            href="#main"
            class="fixed start-2 top-1 z-50 -translate-y-16 rounded-control bg-ink px-3 py-2 text-ground focus:translate-y-0"
            onClick={(event) => {
              event.preventDefault();
              main()?.focus();
            }}
          >
            {words.shell.skip}
          </a>
          <Bar {...props} isGone={props.isGone || isShut(me())} me={me()} />
          <main id="main" ref={setMain} tabindex="-1" class="outline-none">
            <Show when={!isShut(me())} fallback={<SecondFactorRequired me={me()} organizationId={organizationId()} />}>
              {props.children(me)}
            </Show>
          </main>
          <Toasts words={words.shell.toasts} clock={clock} />
        </>
      )}
    </SignedIn>
  );
}
