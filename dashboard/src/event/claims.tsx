import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, For, Match, onCleanup, Show, Switch } from 'solid-js';
import { useNow } from '../features/now.ts';
import { useTitle } from '../features/title.ts';
import { OurFault } from '../features/our-fault.tsx';
import { sayTrouble } from '../features/troubles.ts';
import { useTools } from '../tools.ts';
import { inSeconds } from '../ui/ages.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import type { MarkName } from '../ui/marks.ts';
import { AttemptRow, UnderWayRow } from './attempt-row.tsx';
import {
  attemptsFilterOf,
  attemptsQueryOf,
  CLAIM_RESULTS,
  passes,
  resultOf,
  stagesOf,
  stillUnderWay,
  summaryOf,
  withUpdate,
  type AttemptsFilter,
  type AttemptsQuery,
  type ClaimResult,
  type UnderWay,
} from './attempts.ts';
import type { Seen } from './event-page.tsx';
import { FilterStrip, type Chip } from './filter-strip.tsx';
import { Headline } from './live-notice.tsx';
import { readAttempts } from './read-attempts.ts';
import { Stages } from './stages.tsx';

const MARKS: Record<ClaimResult, MarkName> = {
  'under-way': 'sent',
  claimed: 'acked',
  failed: 'failed',
  refused: 'refused',
};

function searchOf(filter: AttemptsFilter): string {
  const given = Object.entries(attemptsQueryOf(filter)).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function List(props: { seen: Seen }) {
  const { words, clock } = useTools();
  const [search] = useSearchParams<Record<keyof AttemptsQuery, string>>();
  const filter = createMemo(() => attemptsFilterOf({ result: search.result, code: search.code, mine: search.mine }));
  const { known, trouble, hasTrouble, read, readSoon, readOlder } = readAttempts(props.seen, () => filter().isMine);
  const [heardOf, setHeardOf] = createSignal<readonly UnderWay[]>([]);
  const now = useNow(10_000);
  const underWay = createMemo(() => stillUnderWay(heardOf(), now()));
  onCleanup(
    props.seen.live.onClaim((update) => {
      // An older node does not say of which event it is.
      if (update.eventId !== undefined && update.eventId !== props.seen.event.id) return;
      setHeardOf((before) => withUpdate(before, update, clock.now()));
      if (update.step === 'committed' || update.step === 'failed') readSoon();
    }),
  );

  const all = () => known()?.items ?? [];
  const shown = createMemo(() => all().filter((attempt) => passes(attempt, filter(), props.seen.me.user.id)));
  const isUnderWayShown = () => filter().code === null && [null, 'under-way'].includes(filter().result);
  const summary = createMemo(() => summaryOf(all()));
  const countOf = (result: ClaimResult): number =>
    result === 'under-way' ? underWay().length : all().filter((attempt) => resultOf(attempt) === result).length;
  const chips = createMemo((): Chip[] => [
    ...CLAIM_RESULTS.map((result) => ({
      mark: MARKS[result],
      count: countOf(result),
      said: words.claims.results[result],
      search: searchOf({ ...filter(), code: null, result: filter().result === result ? null : result }),
      isOn: filter().result === result,
    })),
    {
      said: words.claims.mine,
      search: searchOf({ ...filter(), isMine: !filter().isMine }),
      isOn: filter().isMine,
    },
  ]);
  const headline = () => {
    const { notClaimed } = summary();
    return notClaimed === 0 ? words.claims.headline.allClaimed : words.claims.headline.notClaimed(notClaimed);
  };
  const lead = () =>
    known()?.cursor == null ? words.claims.headline.lead : words.claims.headline.leadNewest(all().length);

  return (
    <Switch>
      <Match when={hasTrouble() && !known()}>
        <div class="px-4 py-10">
          <OurFault what={words.claims.loadingWhat} why={trouble() ?? null} onAgain={read} />
        </div>
      </Match>
      <Match when={known() && all().length === 0 && underWay().length === 0 && !filter().isMine}>
        <div class="px-4 py-10">
          <Empty title={words.claims.headline.none} lead={words.claims.headline.noneLead} />
        </div>
      </Match>
      <Match when={known()}>
        <Headline live={props.seen.live} timeZone={props.seen.event.timeZone}>
          <div class="flex items-center gap-6 max-[700px]:block max-[700px]:py-3">
            <div class="min-w-0">
              <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
                <span classList={{ 'text-alarm': summary().notClaimed > 0 }}>{headline()}</span>{' '}
                <Show when={summary().refused > 0}>
                  {words.claims.headline.refused(summary().refused, summary().attempts)}
                </Show>
              </h1>
              <p class="mt-[3px] text-ink-2">{lead()}</p>
            </div>
            <Show when={summary().medianMs}>
              {(ms) => (
                <p class="ml-auto flex-none text-end max-[700px]:mt-2 max-[700px]:flex max-[700px]:items-baseline max-[700px]:gap-1.5">
                  <b class="text-24 font-[640] font-stretch-[104%] max-[700px]:text-18">
                    {words.claims.seconds(inSeconds(ms()))}
                  </b>
                  <span class="block text-12 text-ink-3">{words.claims.headline.median}</span>
                </p>
              )}
            </Show>
          </div>
        </Headline>
        <Stages stages={stagesOf(all())} searchOf={(code) => searchOf({ ...filter(), result: null, code })} />
        <FilterStrip label={words.claims.filters} chips={chips()}>
          <Show when={hasTrouble()}>
            <span role="alert">{sayTrouble(words, trouble() ?? null)}</span>
          </Show>
          <Button onClick={read}>{words.claims.again}</Button>
        </FilterStrip>
        <ul aria-label={words.claims.list}>
          <Show when={isUnderWayShown()}>
            <For each={underWay()}>
              {(attempt) => <UnderWayRow attempt={attempt} timeZone={props.seen.event.timeZone} />}
            </For>
          </Show>
          <For each={shown()}>
            {(attempt) => (
              <AttemptRow
                attempt={attempt}
                sign={props.seen.live.feed().signs?.get(attempt.signRecordId)}
                timeZone={props.seen.event.timeZone}
              />
            )}
          </For>
        </ul>
        <Show when={shown().length === 0 && !(isUnderWayShown() && underWay().length > 0)}>
          <div class="px-4 py-10">
            <Empty title={words.claims.nothing} lead={words.claims.nothingLead(all().length)} />
          </div>
        </Show>
        <Show when={known()?.cursor}>
          {(cursor) => (
            <p class="p-4">
              <Button onClick={() => readOlder(cursor())}>{words.claims.older}</Button>
            </p>
          )}
        </Show>
      </Match>
    </Switch>
  );
}

/** Who tried to claim which sign, how far they came, and why not further. */
export function Claims(props: { seen: Seen }) {
  const { words } = useTools();
  useTitle(() => words.claims.title);
  return (
    <Show
      when={props.seen.role !== 'viewer'}
      fallback={
        <div class="px-4 py-10">
          <Empty
            title={words.states.forbidden.operators(words.claims.viewer)}
            lead={words.states.forbidden.you(words.common.roles[props.seen.role], props.seen.organizationName)}
          />
        </div>
      }
    >
      <List seen={props.seen} />
    </Show>
  );
}
