import type { Command } from '@sign-display/contracts/rest/commands';
import { For, Show } from 'solid-js';
import { createStableRows } from '../event/stable-rows.ts';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { inSeconds, durationText } from '../ui/durations.ts';
import { SEVERITIES, TEXT_COLOURS } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { commandName } from './command-name.ts';
import { commandRowsOf, type CommandEntry } from './command-rows.ts';
import { isOver, tookMs, wayOf } from './merge-commands.ts';
import { commandFailureText } from './command-failure-text.ts';
import type { SignSeen } from './sign-page-context.ts';

const FILLS = {
  alarm: 'bg-alarm-fill',
  caution: 'bg-caution',
  note: 'bg-note-fill',
  quiet: 'bg-ink-faint',
  good: 'bg-good-fill',
};

/** So many rows are shown before somebody asks for all. */
const FEW = 5;

const allOf = (commands: readonly Command[]): CommandEntry[] =>
  commands.map((row) => ({ id: row.commandId, row, count: 1, firstAt: row.createdAt }));

/** Some stand in no row of their own. */
export const isMoreThanFew = (commands: readonly Command[]): boolean =>
  commands.length > Math.min(FEW, commandRowsOf(commands).length);

function Row(props: { row: Command; count: number; firstAt: string; timeZone: string }) {
  const { words, times } = useWallTools();
  const now = useNow();
  const said = words.sign.commands;
  const severity = () => SEVERITIES[props.row.state];
  const clock = (at: string) => times.said(Date.parse(at), 'seconds', props.timeZone);
  const when = () =>
    isOver(props.row)
      ? clock(props.row.finishedAt ?? props.row.createdAt)
      : durationText(now() - Date.parse(props.row.createdAt));
  const below = () => {
    const took = tookMs(props.row);
    if (took !== null) return `${inSeconds(took, words.common.language)} s`;
    return isOver(props.row)
      ? (commandFailureText(words, props.row.error) ?? '')
      : said.until(clock(props.row.expiresAt));
  };
  return (
    <li class="grid grid-cols-[minmax(0,1fr)_118px_86px] border-t border-line py-1.5 first:border-t-0">
      <span class="min-w-0">
        <b class="block truncate font-[580]">{commandName(words, props.row.command, props.row.args)}</b>
        <small class="block truncate text-12 text-ink-3" dir="auto">
          {props.row.sentBy?.name ?? said.by}
        </small>
        <Show when={props.count > 1}>
          <small class="block text-12 text-ink-3">{words.sign.history.times(props.count, clock(props.firstAt))}</small>
        </Show>
      </span>
      <span>
        <span class={`inline-flex items-center gap-1.5 font-[580] ${TEXT_COLOURS[severity()]}`}>
          <Mark is={props.row.state} size={13} />
          {words.marks[props.row.state]}
        </span>
        <span class="mt-[5px] flex h-1 w-24 bg-sunk" aria-hidden="true">
          <span class={`filled ${FILLS[severity()]}`} style={{ width: `${wayOf(props.row)}%` }} />
        </span>
      </span>
      <span class="min-w-0 text-end text-12 text-ink-3">
        {when()}
        <span class="line-clamp-3 wrap-anywhere hyphens-auto" dir="auto" title={below()}>
          {below()}
        </span>
      </span>
    </li>
  );
}

/** The last commands, each with how far it is. Not all of them: few rows, in which those that were sent again and again are one. */
export function CommandList(props: { seen: SignSeen; isAll: boolean }) {
  const { words } = useWallTools();
  const kept = createStableRows(() =>
    props.isAll ? allOf(props.seen.commands() ?? []) : commandRowsOf(props.seen.commands() ?? []).slice(0, FEW),
  );
  return (
    <Show when={props.seen.commands()}>
      {(rows) => (
        <Show when={rows().length > 0} fallback={<p class="text-ink-3">{words.sign.commands.none}</p>}>
          <ul aria-label={words.sign.commands.title}>
            <For each={kept()}>
              {(one) => (
                <Row row={one.row} count={one.count} firstAt={one.firstAt} timeZone={props.seen.event.timeZone} />
              )}
            </For>
          </ul>
        </Show>
      )}
    </Show>
  );
}
