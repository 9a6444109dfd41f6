import type { LogLine } from '@sign-display/contracts/rest/telemetry';
import { useSearchParams } from '@solidjs/router';
import { createEffect, createMemo, createSignal, createUniqueId, For, on, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { EventTime } from '../features/event-time.tsx';
import { LoadError } from '../features/load-error.tsx';
import { createRefusal, RefusableButton } from '../features/focusable-disabled-button.tsx';
import { useWallTools } from '../wall-context.ts';
import { Button } from '../ui/button.tsx';
import { isOver } from './merge-commands.ts';
import { searchLogLines, LINES_MOST, mergeLogLines } from './merge-and-search-log-lines.ts';
import { createRepeatedRead, useEvery } from '../event/repeated-read.ts';
import type { SignSeen } from './sign-page-context.ts';

const REST_MS = 1_000;
const PAGE = 200;
const LIVE_EVERY_MS = 10_000;
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const COLOURS: Record<string, string> = { error: 'text-alarm', warn: 'text-caution' };

function Line(props: { line: LogLine; timeZone: string }) {
  return (
    <li class="grid grid-cols-[auto_48px_1fr] gap-x-3 border-t border-line px-4 py-1 first:border-t-0 max-[700px]:grid-cols-[auto_1fr]">
      <span class="text-12 whitespace-nowrap text-ink-3">
        <EventTime at={props.line.at} timeZone={props.timeZone} shape="seconds" />
      </span>
      <span class={`text-12 ${COLOURS[props.line.level] ?? 'text-ink-3'}`}>{props.line.level}</span>
      <span class="font-mono text-12 break-words max-[700px]:col-span-2" dir="auto">
        {props.line.message}
      </span>
    </li>
  );
}

/** The lines that were fetched from a sign, and how to fetch more: once, or again and again. */
export function Logs(props: { seen: SignSeen }) {
  const { client, words } = useWallTools();
  const said = words.sign.logs;
  const params = { id: props.seen.sign().id };
  const [search, setSearch] = useSearchParams<{ q: string; level: string }>();
  const newest = createRepeatedRead(REST_MS, () =>
    client.call('GET /api/signs/:id/logs', { params, query: { limit: PAGE } }),
  );
  const [lines, setLines] = createSignal<LogLine[]>([]);
  const [cursor, setCursor] = createSignal<string | null>();
  const [isLive, setLive] = createSignal(false);
  createEffect(() => {
    const page = newest.value();
    if (!page) return;
    setLines((known) => mergeLogLines(known, page.items));
    setCursor((known) => (known === undefined ? page.nextCursor : known));
  });
  const fetched = () => props.seen.commands()?.filter((row) => row.command === 'fetch_logs' && isOver(row)).length;
  createEffect(on(fetched, newest.want, { defer: true }));

  const isFetching = () => props.seen.commands()?.some((row) => row.command === 'fetch_logs' && !isOver(row)) ?? false;
  const fetchLogs = (): void => {
    const since = lines()[0]?.at;
    void props.seen.send({ command: 'fetch_logs', args: { limit: PAGE, ...(since !== undefined && { since }) } });
  };
  useEvery(LIVE_EVERY_MS, () => {
    if (isLive() && !isFetching() && props.seen.sign().presence === 'online') fetchLogs();
  });
  async function readOlder(from: string): Promise<void> {
    const answer = await asked(
      client.call('GET /api/signs/:id/logs', { params, query: { limit: PAGE, cursor: from } }),
    );
    if (!answer.ok) return;
    setLines((known) => mergeLogLines(known, answer.body.items));
    setCursor(answer.body.nextCursor);
  }
  const level = () => LEVELS.find((one) => one === search.level) ?? null;
  const shown = createMemo(() => searchLogLines(lines(), search.q ?? '', level()));
  /** Why nothing can be fetched, in sight: nobody reaches what is disabled by keys, and a phone shows no titles. */
  const why = () => {
    if (!props.seen.may.command) return words.sign.commands.onlyOperators;
    if (props.seen.sign().device === null) return words.sign.shows.noDevice;
    return props.seen.sign().presence === 'online' ? undefined : words.sign.commands.notConnected;
  };
  const whyId = createUniqueId();
  // Somebody who turned it on may always turn it off.
  const live = createRefusal(
    () => (isLive() ? undefined : why()),
    () => {},
  );
  return (
    <>
      <div class="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <RefusableButton
          whyNot={why()}
          aria-describedby={whyId}
          isBusy={isFetching()}
          onClick={() => isFetching() || fetchLogs()}
        >
          {said.fetch}
        </RefusableButton>
        <label class="flex items-center gap-1.5 max-[700px]:min-h-12">
          <input
            type="checkbox"
            {...live}
            aria-describedby={whyId}
            checked={isLive()}
            onChange={(event) => {
              setLive(event.currentTarget.checked);
              if (isLive()) fetchLogs();
            }}
          />
          {said.live} <span class="text-ink-3">{said.liveHint}</span>
        </label>
        <span id={whyId} class="text-ink-2">
          {why()}
        </span>
        <span class="ml-auto flex flex-wrap gap-2 max-[700px]:ml-0 max-[700px]:w-full">
          <select
            aria-label={said.level}
            class="h-7 rounded-control border border-line-strong bg-surface px-2 max-[700px]:h-12"
            value={level() ?? ''}
            onChange={(event) => setSearch({ level: event.currentTarget.value || undefined }, { replace: true })}
          >
            <option value="">{said.levels}</option>
            <For each={LEVELS}>{(one) => <option value={one}>{one}</option>}</For>
          </select>
          <input
            type="search"
            aria-label={said.find}
            placeholder={said.find}
            class="h-7 w-[220px] rounded-control border border-line-strong bg-surface px-2 max-[700px]:h-12 max-[700px]:w-full"
            value={search.q ?? ''}
            onInput={(event) => setSearch({ q: event.currentTarget.value || undefined }, { replace: true })}
          />
        </span>
      </div>
      <Show when={newest.trouble() && !newest.value()}>
        <div class="p-4">
          <LoadError what={said.what} why={newest.trouble()!.why} onAgain={newest.read} />
        </div>
      </Show>
      <Show when={newest.value() && lines().length === 0}>
        <p class="p-4 text-ink-3">{said.none}</p>
      </Show>
      <Show when={lines().length > 0 && shown().length === 0}>
        <p class="p-4 text-ink-3">{said.noneFits}</p>
      </Show>
      <ul aria-label={said.lines}>
        <For each={shown()}>{(line) => <Line line={line} timeZone={props.seen.event.timeZone} />}</For>
      </ul>
      {/* What lies before is not read by itself any more: it would be of another moment than the last line here. */}
      <Show when={lines().length >= LINES_MOST}>
        <p class="p-4 text-ink-3">{said.kept(LINES_MOST)}</p>
      </Show>
      <Show when={lines().length < LINES_MOST && cursor()}>
        {(from) => (
          <p class="p-4">
            <Button onClick={() => void readOlder(from())}>{said.older}</Button>
          </p>
        )}
      </Show>
    </>
  );
}
