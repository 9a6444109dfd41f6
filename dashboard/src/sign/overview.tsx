import { pathOf } from '@sign-display/contracts/page-paths';
import { useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { EndOverrideLink } from './end-override-dialog.tsx';
import { CommandList, isMoreThanFew } from './command-list.tsx';
import { HeartbeatStrip } from './heartbeat-strip.tsx';
import { HistoryItems } from './history-list.tsx';
import { Measurements } from './measurements.tsx';
import { dayOf } from './choose-time-format.ts';
import { ScheduleNow } from './schedule.tsx';
import { SectionTitle } from './section-title.tsx';
import type { SignSeen } from './sign-page-context.ts';
import { Shot } from './screenshot.tsx';

const COLUMN =
  'min-w-0 border-line p-4 min-[1101px]:border-l min-[1101px]:first:border-l-0 max-[1100px]:border-t max-[1100px]:first:border-t-0';

/** Which page it shows, and why that one. */
function Shows(props: { seen: SignSeen }) {
  const { words, times, clock } = useWallTools();
  const said = words.sign.shows;
  const sign = () => props.seen.sign();
  const saidUntil = (atMs: number): string => {
    const zone = props.seen.event.timeZone;
    return times.said(atMs, dayOf(atMs, zone) === dayOf(clock.now(), zone) ? 'time' : 'dayTime', zone);
  };
  const why = () => {
    const { source, until } = sign().shown;
    if (source === null) return sign().device ? '' : said.noDevice;
    const end = until === null ? '' : ` ${said.until(saidUntil(Date.parse(until)))}`;
    return said[source] + end;
  };
  const url = () => sign().shown.url ?? sign().url;
  return (
    <div class="mb-3.5 flex flex-wrap items-center gap-x-2 border-b border-line pt-[9px] pb-[18px]">
      <Show when={url()} fallback={<span class="text-ink-2">{sign().device ? said.nothing : said.nothingYet}</span>}>
        {(address) => (
          <span class="max-w-full truncate font-mono text-12 font-[500] tracking-[0.01em]" title={address()}>
            {address()}
          </span>
        )}
      </Show>
      <span class="text-ink-3">{why()}</span>
      <EndOverrideLink seen={props.seen} />
    </div>
  );
}

export function Overview(props: { seen: SignSeen }) {
  const { words } = useWallTools();
  const [search] = useSearchParams<{ commands: string }>();
  const isAll = () => search.commands === 'all';
  const params = () => ({ signId: props.seen.sign().id });
  return (
    <div class="grid grid-cols-[minmax(0,500px)_minmax(0,1fr)_minmax(0,420px)] max-[1100px]:grid-cols-1">
      <section class={COLUMN}>
        <h2 class="sr-only">{words.sign.chain.screen}</h2>
        <Shot seen={props.seen} />
        <Shows seen={props.seen} />
        <ScheduleNow seen={props.seen} />
      </section>
      <section class={COLUMN}>
        <h2 class="sr-only">{words.sign.plots.title}</h2>
        <HeartbeatStrip seen={props.seen} />
        <Measurements seen={props.seen} />
      </section>
      <section class={COLUMN}>
        <h2 class="sr-only">{words.sign.commands.title}</h2>
        <SectionTitle
          title={words.sign.commands.title}
          {...(!isAll() &&
            isMoreThanFew(props.seen.commands() ?? []) && {
              more: { href: '?commands=all', said: words.sign.history.all },
            })}
        />
        <CommandList seen={props.seen} isAll={isAll()} />
        <div class="mt-[22px]">
          <SectionTitle
            title={words.sign.history.title}
            more={{ href: pathOf('signHistory', params()), said: words.sign.history.all }}
          />
        </div>
        <HistoryItems seen={props.seen} most={8} />
      </section>
    </div>
  );
}
