import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { For, Match, Show, Switch } from 'solid-js';
import { StaleNotice } from '../event/stale-notice.tsx';
import { createPageNotice } from '../event/create-page-notice.ts';
import { useWallTools } from '../wall-context.ts';
import { ChainView } from './chain-view.tsx';
import { Clones } from './clones.tsx';
import { ContentFetches } from './content-fetches.tsx';
import { History } from './history-list.tsx';
import { Logs } from './logs.tsx';
import { Overview } from './overview.tsx';
import { Schedule } from './schedule.tsx';
import { TABS, type SignSeen, type TabName } from './sign-page-context.ts';
import { Settings } from './settings.tsx';
import { SignHead } from './sign-head.tsx';

/** A sign's head, its chain, and below them the tab that the address names. */
export function SignTabs(props: { seen: SignSeen; tab: TabName }) {
  const { words } = useWallTools();
  const first = createPageNotice(props.seen.live);
  const signId = () => props.seen.sign().id;
  return (
    <>
      <SignHead seen={props.seen} tab={props.tab} first={first()} />
      <div class="grid px-4 max-[700px]:px-3.5">
        <ChainView seen={props.seen} isOld={first() === 'old'} />
      </div>
      {/* Of a page that is not live the notice says as much, and pushes nothing. */}
      <Show when={first() !== 'old'}>
        <StaleNotice of={props.seen.now} timeZone={props.seen.event.timeZone} say={words.sign.chain.notRead} />
      </Show>
      <Clones seen={props.seen} />
      <nav aria-label={words.sign.tabs.label} class="flex flex-wrap gap-0.5 border-b border-line px-4 max-[700px]:px-2">
        <For each={TABS}>
          {(name) => (
            <A
              href={pathOf(name, { signId: signId() })}
              noScroll
              end
              activeClass=""
              inactiveClass=""
              aria-current={props.tab === name ? 'page' : undefined}
              class="flex flex-none items-center px-2.5 pt-2.5 pb-[9px] no-underline max-[700px]:min-h-12"
              classList={{
                'font-[600] text-ink shadow-[inset_0_-2px_0_var(--ink)]': props.tab === name,
                'text-ink-2': props.tab !== name,
              }}
            >
              {words.sign.tabs[name]}
            </A>
          )}
        </For>
      </nav>
      <Switch>
        <Match when={props.tab === 'sign'}>
          <Overview seen={props.seen} />
        </Match>
        <Match when={props.tab === 'signSchedule'}>
          <Schedule seen={props.seen} />
        </Match>
        <Match when={props.tab === 'signHistory'}>
          <History seen={props.seen} />
        </Match>
        <Match when={props.tab === 'signLogs'}>
          <Logs seen={props.seen} />
        </Match>
        <Match when={props.tab === 'signContentFetches'}>
          <ContentFetches seen={props.seen} />
        </Match>
        <Match when={props.tab === 'signSettings'}>
          <Settings seen={props.seen} />
        </Match>
      </Switch>
      {/* So that what the notice lies over at the foot can be scrolled out from under it. */}
      <div class="min-[1101px]:hidden" classList={{ 'h-28': first() !== null }} />
    </>
  );
}
