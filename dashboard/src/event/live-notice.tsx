import { Match, Switch, type JSX } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import type { Feed } from '../live/feed-machine.ts';
import { warmUpCountOf } from '../live/warm-up-progress.ts';
import type { Live } from '../live/live-subscriptions.ts';
import { useTools } from '../app-context.ts';
import { durationText } from '../ui/durations.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Words } from '../words/words.ts';
import { createPageNotice } from './create-page-notice.ts';

/** The service's refusal, if it answered; otherwise whether this device or the service is offline. */
function sayWhy({ live, trouble }: Words, { step }: Feed, hasNetwork: boolean): string | null {
  if (step.is === 'ended') {
    const { code } = step.why;
    return code === 'not_found' || code === 'forbidden' ? live.ended[code] : live.ended.other;
  }
  if (!hasNetwork) return live.noNetwork;
  if (step.is === 'connecting' || (step.is === 'waiting' && step.why === null)) return live.unreachable;
  if (step.is !== 'waiting' || step.why === null) return null;
  if (step.why.code === 'rate_limited') return live.often;
  return step.why.code === 'unavailable' ? live.busy : trouble.internal;
}

function NotLive(props: { live: Live; timeZone: string; isHeading: boolean }) {
  const { words, clock, times, online } = useTools();
  const now = useNow();
  const feed = () => props.live.feed();
  const title = () => {
    const since = feed().trueUntil;
    return since === null ? words.live.never : words.live.since(times.said(since, 'seconds', props.timeZone));
  };
  const again = () => {
    const { step } = feed();
    if (step.is === 'ended') return null;
    if (step.is !== 'waiting') return words.live.now;
    now();
    return words.live.again(Math.max(1, Math.ceil((step.untilMs - clock.monotonicMs()) / 1_000)));
  };
  const lead = () => {
    const since = feed().trueUntil;
    const age = since === null ? words.live.neverLead : words.live.age(durationText(now() - since));
    return [age, sayWhy(words, feed(), online.hasNetwork()), again()].filter((part) => part !== null).join(' ');
  };
  /** Who was told when to come again is not heard earlier. */
  const mayTry = () => {
    const { step } = feed();
    return step.is === 'ended' || (step.is === 'waiting' && step.why?.retryAfterMs === undefined);
  };
  return (
    <Notice is="old" isHeading={props.isHeading} title={title()} lead={lead()}>
      <Button disabled={!mayTry()} onClick={() => props.live.tryNow()}>
        {words.live.tryNow}
      </Button>
    </Notice>
  );
}

/** The service was away. */
export function Away(props: { feed: Feed; timeZone: string; isHeading: boolean }) {
  const { words, times } = useTools();
  const until = () => Math.max(...props.feed.warmUps.map((warmUp) => Date.parse(warmUp.until)));
  const lead = () => {
    const { lead: none, heard, until: again } = words.live.away;
    const known = warmUpCountOf(props.feed.warmUps);
    const parts = [none, known && heard(known.heard, known.of), again(times.said(until(), 'seconds', props.timeZone))];
    return parts.filter((part) => part !== null).join(' ');
  };
  const title = () => words.live.away[props.feed.warmUps[0]!.reason];
  return <Notice is="away" isHeading={props.isHeading} title={title()} lead={lead()} />;
}

interface NoticeProps {
  live: Live;
  timeZone: string;
  /** Who knows more of our absence says it there. */
  away?: JSX.Element;
}

function WhatIs(props: NoticeProps & { is: 'old' | 'away' | null; isHeading: boolean }) {
  return (
    <Switch>
      <Match when={props.is === 'old'}>
        <NotLive live={props.live} timeZone={props.timeZone} isHeading={props.isHeading} />
      </Match>
      <Match when={props.is === 'away'}>
        {props.away ?? <Away feed={props.live.feed()} timeZone={props.timeZone} isHeading={props.isHeading} />}
      </Match>
    </Switch>
  );
}

/**
 * What is to be known before what stands below it, over what else stands in the line of a name, and at the foot of a page that is too narrow for that: neither pushes
 * anything. Its parent is the line. `is`: of `createPageNotice`.
 */
export const NoticeOver = (props: NoticeProps & { is: 'old' | 'away' | null }) => (
  <div
    data-first
    class="empty:hidden max-[1100px]:fixed max-[1100px]:inset-x-0 max-[1100px]:bottom-0 max-[1100px]:z-30 max-[1100px]:bg-ground max-[1100px]:p-3 max-[1100px]:pb-[max(0.75rem,env(safe-area-inset-bottom))] min-[1101px]:absolute min-[1101px]:-inset-y-3 min-[1101px]:inset-x-0 min-[1101px]:grid min-[1101px]:content-center min-[1101px]:[&>*]:max-h-full min-[1101px]:[&>*]:overflow-hidden min-[1101px]:[&>*]:py-0.5 min-[1101px]:[&>*]:leading-[1.25]"
  >
    {props.is && <WhatIs {...props} isHeading={false} />}
  </div>
);

/**
 * The headline of a page, or in its place what is to be known first: that the page isn't live, or that the service was away. Both have the same place, so that
 * neither pushes anything.
 */
export function Headline(props: NoticeProps & { isWithoutSigns?: boolean; children: JSX.Element }) {
  const first = createPageNotice(props.live);
  /** The notice that the service was down concerns the state of signs, so hide it without signs. */
  const notice = () => (props.isWithoutSigns && first() === 'away' ? null : first());
  return (
    <div class="grid min-h-16 items-center px-4 max-[700px]:min-h-28 max-[700px]:px-3.5 [&>*]:col-start-1 [&>*]:row-start-1">
      <div class="min-w-0" classList={{ invisible: notice() !== null }}>
        {props.children}
      </div>
      {/* On a phone it fills the place of a headline of several lines, so that no gap stays. */}
      <div class="empty:hidden max-[700px]:grid max-[700px]:self-stretch max-[700px]:py-1.5">
        <WhatIs is={notice()} isHeading live={props.live} timeZone={props.timeZone} away={props.away} />
      </div>
    </div>
  );
}
