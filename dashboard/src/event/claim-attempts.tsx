import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, For, Match, Show, Switch } from 'solid-js';
import { useKeys } from '../features/use-keys.ts';
import { useTitle } from '../features/window-title.ts';
import { LoadError } from '../features/load-error.tsx';
import { errorText } from '../features/error-text.ts';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import type { MarkName } from '../ui/sign-marks-and-severity.ts';
import { AttemptRow } from './claim-attempt-row.tsx';
import {
  attemptsFilterOf,
  attemptsOneStepBack,
  attemptsQueryOf,
  CLAIM_RESULTS,
  claimedByKind,
  countOfResult,
  notClaimedOf,
  passes,
  stagesOf,
  type AttemptsFilter,
  type AttemptsQuery,
  type ClaimResult,
} from './attempt-stages-and-filter.ts';
import { DeviceTabs } from './device-tabs.tsx';
import type { Seen } from './event-page-frame.tsx';
import { ClaimsHeadline } from './claims-headline.tsx';
import type { Chip } from './filter-chip.ts';
import { FilterStrip } from './filter-strip.tsx';
import { SearchField } from './search-field.tsx';
import { Headline } from './live-notice.tsx';
import { DropSearch } from './nothing-found.tsx';
import { readAttempts } from './read-attempts.ts';
import { Stages } from './claim-stages.tsx';

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

function List(props: { seen: Seen; onFindField(field: HTMLInputElement): void }) {
  const { words } = useTools();
  const [search, setSearch] = useSearchParams<Record<keyof AttemptsQuery | 'attempt', string>>();
  const filter = createMemo(() =>
    attemptsFilterOf({
      result: search.result,
      code: search.code,
      mine: search.mine,
      since: search.since,
      q: search.q,
    }),
  );
  const { known, summary, trouble, hasTrouble, read, readOlder } = readAttempts(props.seen, () => ({
    isMine: filter().isMine,
    isToday: filter().isToday,
  }));

  /** The first press closes the open attempt. */
  const goBack = (): void => {
    const back = search.attempt === undefined ? attemptsQueryOf(attemptsOneStepBack(filter())) : { attempt: undefined };
    setSearch(back, { replace: true });
  };
  useKeys({ title: words.claims.title, bindings: [{ key: 'Escape', said: words.shell.goBack, run: goBack }] });

  const all = () => known()?.items ?? [];
  const signOf = (attempt: ClaimAttempt) => {
    const { signs } = props.seen.live.feed();
    return signs ? (signs.get(attempt.signRecordId) ?? null) : undefined;
  };
  const shown = createMemo(() =>
    all().filter((attempt) => passes(attempt, filter(), props.seen.me.user.id, signOf(attempt)?.name)),
  );
  const find = () => filter().find.trim();
  const groups = () => summary()?.byOutcome ?? [];
  const chips = createMemo((): Chip[] => [
    ...CLAIM_RESULTS.map((result) => ({
      mark: MARKS[result],
      count: countOfResult(groups(), result),
      said: words.claims.results[result],
      search: searchOf({ ...filter(), code: null, result: filter().result === result ? null : result }),
      isOn: filter().result === result,
    })),
    {
      said: words.claims.mine,
      search: searchOf({ ...filter(), isMine: !filter().isMine }),
      isOn: filter().isMine,
    },
    {
      said: words.claims.lastDay,
      search: searchOf({ ...filter(), isToday: !filter().isToday }),
      isOn: filter().isToday,
    },
  ]);

  const [list, setList] = createSignal<HTMLElement>();
  return (
    <Switch>
      <Match when={hasTrouble() && !known()}>
        <div class="px-4 py-10">
          <LoadError isHeading what={words.claims.loadingWhat} why={trouble() ?? null} onAgain={read} />
        </div>
      </Match>
      <Match when={known() && all().length === 0 && !filter().isMine && !filter().isToday}>
        <DeviceTabs seen={props.seen} tab="claimAttempts" />
        <div class="px-4 py-10">
          <Empty isHeading title={words.claims.headline.none} lead={words.claims.headline.noneLead} />
        </div>
      </Match>
      <Match when={known()}>
        <Headline live={props.seen.live} timeZone={props.seen.event.timeZone}>
          <ClaimsHeadline
            summary={summary()}
            notClaimed={notClaimedOf(all())}
            hasOlder={known()?.cursor != null}
            read={all().length}
          />
        </Headline>
        <DeviceTabs seen={props.seen} tab="claimAttempts" />
        <Stages
          claimed={claimedByKind(groups())}
          stages={stagesOf(groups())}
          searchOf={(code) => searchOf({ ...filter(), result: null, code })}
        />
        <FilterStrip wraps label={words.claims.filters} chips={chips()}>
          <Show when={hasTrouble()}>
            <span role="alert">{errorText(words, trouble() ?? null)}</span>
          </Show>
          <SearchField
            said={words.claims.find}
            short={words.claims.findShort}
            value={filter().find}
            field={props.onFindField}
            onFind={(q) => setSearch({ q }, { replace: true })}
            onDone={() => list()?.focus()}
          />
          <Button onClick={read}>{words.claims.again}</Button>
        </FilterStrip>
        <ul ref={setList} tabindex="-1" aria-label={words.claims.list} class="@container">
          <For each={shown()}>
            {(attempt) => <AttemptRow attempt={attempt} sign={signOf(attempt)} timeZone={props.seen.event.timeZone} />}
          </For>
        </ul>
        <Show when={shown().length === 0}>
          <div class="px-4 py-10">
            <Empty
              title={find() === '' ? words.claims.nothing : words.claims.nothingFound(find())}
              lead={words.claims.nothingLead(all().length)}
            >
              <Show when={find() !== ''}>
                <DropSearch find={find()} onDrop={() => setSearch({ q: undefined }, { replace: true })} />
              </Show>
              <Show when={filter().isMine || filter().isToday || (filter().result ?? filter().code) !== null}>
                <Button onClick={() => setSearch(attemptsQueryOf(attemptsFilterOf({})), { replace: true })}>
                  {words.claims.clear}
                </Button>
              </Show>
            </Empty>
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

/** Shows who tried to claim which sign, how far each attempt got, and why it failed. */
export function ClaimAttempts(props: { seen: Seen; onFindField(field: HTMLInputElement): void }) {
  const { words } = useTools();
  useTitle(() => words.claims.title);
  return (
    <Show
      when={props.seen.role !== 'viewer'}
      fallback={
        <div class="px-4 py-10">
          <Empty
            isHeading
            title={words.states.forbidden.operators(words.claims.viewer)}
            lead={words.states.forbidden.you(words.common.roles[props.seen.role], props.seen.organizationName)}
          />
        </div>
      }
    >
      <List seen={props.seen} onFindField={props.onFindField} />
    </Show>
  );
}
