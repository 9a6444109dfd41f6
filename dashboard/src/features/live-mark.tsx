import { Match, Show, Switch } from 'solid-js';
import { useTools } from '../app-context.ts';
import { StatusMark } from '../ui/status-mark.tsx';

/** How fresh the page is, in the top bar; nothing on a page that is told of nothing. */
export function LiveMark() {
  const { lives, words } = useTools();
  return (
    <Show when={lives.current()} keyed>
      {(live) => {
        const feed = () => live.feed();
        const isStale = () => feed().trueUntil !== null || ['waiting', 'ended'].includes(feed().step.is);
        return (
          <Switch fallback={<span class="text-ink-3">{words.live.connecting}</span>}>
            <Match when={isStale()}>
              <StatusMark is="unstable" said={words.live.notLive} />
            </Match>
            <Match when={feed().step.is === 'live' && feed().warmUps.length > 0}>
              <StatusMark is="held" said={words.live.verdictsWait} />
            </Match>
            <Match when={feed().step.is === 'live'}>
              <span class="inline-flex items-center gap-1.5 text-ink-2">
                <i class="filled size-[7px] rounded-full bg-good-fill" />
                {words.live.live}
              </span>
            </Match>
          </Switch>
        );
      }}
    </Show>
  );
}
