import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import { createMemo, Show } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { useNow } from '../features/use-now.ts';
import { warmUpCountOf } from '../live/warm-up-progress.ts';
import { Notice } from '../ui/notice.tsx';
import { useWallTools } from '../wall-context.ts';
import { waitOf } from './offline-verdict-wait.ts';
import { createServiceAbsence } from './create-last-service-outage.ts';

export interface AwayProps {
  seen: Seen;
  /** Of this event. */
  anySign: string | undefined;
}

/** In the headline's place while verdicts wait: our own absence, and when verdicts are given again. */
export function AwayBanner(props: AwayProps) {
  const { words, times } = useWallTools();
  const now = useNow();
  const said = words.away;
  const time = (atMs: number) => times.said(atMs, 'seconds', props.seen.event.timeZone);
  const feed = () => props.seen.live.feed();
  // Those that waited last, while the banner goes.
  const warmUps = createMemo<readonly NodeWarmUp[]>(
    (before) => (feed().warmUps.length > 0 ? feed().warmUps : before),
    feed().warmUps,
  );
  const absence = createServiceAbsence({
    eventId: props.seen.event.id,
    anySign: () => props.anySign,
    warmUps,
    isLive: () => feed().trueUntil === null,
  });
  const wait = () => waitOf(warmUps(), now());
  const title = () => {
    const span = absence();
    return span === null ? words.live.away[warmUps()[0]!.reason] : said.span(time(span.fromMs), time(span.toMs));
  };
  const lead = () => {
    const none = said.lead(Math.round(wait().wholeMs / 1_000));
    const known = warmUpCountOf(warmUps());
    return known === null ? none : `${none} ${words.live.away.heard(known.heard, known.of)}`;
  };
  return (
    <Notice is="away" isHeading title={title()} lead={lead()}>
      <div class="w-[220px] text-12 text-ink-2 max-[700px]:w-full">
        {said.again(time(wait().untilMs))}
        <Show when={wait().seconds}>
          {(seconds) => (
            <>
              {said.in} <b class="font-[640] text-ink">{said.seconds(seconds())}</b>
            </>
          )}
        </Show>
        <div class="mt-[5px] h-1 overflow-hidden rounded-[2px] bg-sunk" aria-hidden="true">
          <div class="h-full bg-note-fill" style={{ width: `${wait().gone * 100}%` }} />
        </div>
      </div>
    </Notice>
  );
}
