import { pathOf } from '@sign-display/contracts/page-paths';
import type { Command } from '@sign-display/contracts/rest/commands';
import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import { A } from '@solidjs/router';
import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { EventTime } from '../features/event-time.tsx';
import { LoadError } from '../features/load-error.tsx';
import { useWallTools } from '../wall-context.ts';
import { Button } from '../ui/button.tsx';
import { SEVERITIES, TEXT_COLOURS } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { backgroundChangeOf } from './command-name.ts';
import { isOver } from './merge-commands.ts';
import { createStableRows } from '../event/stable-rows.ts';
import { createRepeatedRead } from '../event/repeated-read.ts';
import { rowsOf, type HistoryEntry } from './history-rows.ts';
import { historyText } from './history-text.ts';
import type { TimeShape } from '../times/time-formats.ts';
import { createTimeFormat } from './choose-time-format.ts';
import type { SignSeen } from './sign-page-context.ts';

const REST_MS = 2_000;
const PAGE = 50;

function Item(props: {
  row: HistoryEntry;
  args: Command['args'] | undefined;
  seen: SignSeen;
  shapeOf(at: string): TimeShape;
}) {
  const { words, times } = useWallTools();
  const said = createMemo(() => historyText(words, props.row.item, props.args));
  const first = () =>
    times.said(Date.parse(props.row.firstAt), props.shapeOf(props.row.firstAt), props.seen.event.timeZone);
  return (
    <li class="grid grid-cols-[auto_18px_1fr] gap-x-1 py-[5px] leading-[1.35]">
      <span class="min-w-[60px] pe-2 text-12 text-ink-3">
        <EventTime
          at={props.row.item.at}
          timeZone={props.seen.event.timeZone}
          shape={props.shapeOf(props.row.item.at)}
        />
      </span>
      <span class={`mt-0.5 ${TEXT_COLOURS[SEVERITIES[said().mark]]}`}>
        <Mark is={said().mark} size={13} />
      </span>
      <span class="min-w-0">
        <b class="font-[580]">{said().title}</b>
        <Show when={props.row.count > 1}>
          <small class="block text-12 text-ink-3">{words.sign.history.times(props.row.count, first())}</small>
        </Show>
        <Show when={said().more}>
          {(more) => (
            <small class="line-clamp-2 text-12 wrap-anywhere text-ink-3" dir="auto" title={more()}>
              {more()}
            </small>
          )}
        </Show>
      </span>
    </li>
  );
}

/** What happened to a sign, newest first, read anew when something may have. */
export function HistoryItems(props: { seen: SignSeen; most?: number }) {
  const { client, words, times } = useWallTools();
  const params = { id: props.seen.sign().id };
  const madeAt = () => times.said(Date.parse(props.seen.sign().createdAt), 'dayTime', props.seen.event.timeZone);
  const shapeOf = createTimeFormat(props.seen.event.timeZone);
  const newest = createRepeatedRead(REST_MS, () =>
    client.call('GET /api/signs/:id/history', { params, query: { limit: PAGE } }),
  );
  const [older, setOlder] = createSignal<{ items: HistoryItem[]; cursor: string | null }>();
  const ended = () => props.seen.commands()?.filter(isOver).length;
  createEffect(
    on([() => props.seen.sign().version, () => props.seen.sign().statusSince, ended], newest.want, { defer: true }),
  );
  const items = createMemo(() => {
    const first = newest.value()?.items ?? [];
    const known = new Set(first.map(({ id }) => id));
    return [...first, ...(older()?.items ?? []).filter(({ id }) => !known.has(id))];
  });
  // The history has no arguments; the commands that the page knows have.
  const argsByCommand = createMemo(
    () => new Map(props.seen.commands()?.map(({ commandId, args }) => [commandId, args])),
  );
  const argsOf = ({ requestId }: HistoryItem) => argsByCommand().get(requestId ?? '');
  // Of one that failed the words go on with why.
  const groundOfItem = (item: HistoryItem) => backgroundChangeOf((item.detail ?? '').split(': ')[0]!, argsOf(item));
  const rows = createStableRows(() => rowsOf(items(), groundOfItem).slice(0, props.most));
  const cursor = () => {
    const more = older();
    return more === undefined ? newest.value()?.nextCursor : more.cursor;
  };
  async function readOlder(from: string): Promise<void> {
    const answer = await asked(
      client.call('GET /api/signs/:id/history', { params, query: { limit: PAGE, cursor: from } }),
    );
    if (!answer.ok) return;
    setOlder((last) => ({ items: [...(last?.items ?? []), ...answer.body.items], cursor: answer.body.nextCursor }));
  }
  return (
    <>
      <Show when={newest.trouble() && !newest.value()}>
        <LoadError what={words.sign.history.what} why={newest.trouble()!.why} onAgain={newest.read} />
      </Show>
      <Show when={newest.value()?.items.length === 0}>
        <p class="text-ink-3">{words.sign.history.none(madeAt())}</p>
      </Show>
      <ul aria-label={words.sign.history.title}>
        <For each={rows()}>
          {(row) => <Item row={row} args={argsOf(row.item)} seen={props.seen} shapeOf={shapeOf} />}
        </For>
      </ul>
      <Show when={props.most === undefined && cursor()}>
        {(from) => <Button onClick={() => void readOlder(from())}>{words.sign.history.older}</Button>}
      </Show>
    </>
  );
}

/** Leads to the list of the sign's outages. */
function OutagesOfSign(props: { seen: SignSeen }) {
  const { words } = useWallTools();
  const list = () => pathOf('outages', { eventId: props.seen.event.id });
  return (
    <p class="mb-3">
      <A
        href={`${list()}?signId=${props.seen.sign().id}`}
        class="font-[560] max-[700px]:inline-flex max-[700px]:min-h-12 max-[700px]:items-center"
      >
        {words.sign.history.outages}
      </A>
    </p>
  );
}

export const History = (props: { seen: SignSeen }) => (
  <div class="max-w-[900px] p-4">
    <OutagesOfSign seen={props.seen} />
    <HistoryItems seen={props.seen} />
  </div>
);
