import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { For } from 'solid-js';
import { useInboxTools } from '../inbox-context.ts';
import { TEXT_COLOURS } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { CHANNELS, KINDS } from './kinds-and-channels.ts';
import { lookOf } from './message-marks.ts';
import type { KindTable as Table } from './subscription-table.ts';

/** Shows a checkbox for each pair of a message kind and a channel. */
export function KindTable(props: {
  table: Table;
  onChange(kind: NotificationKind, channel: NotificationChannel, isOn: boolean): void;
}) {
  const { words } = useInboxTools();
  const said = words.subscription;
  return (
    <table class="w-full border-collapse" aria-label={said.table}>
      <thead class="max-[379px]:hidden">
        <tr class="text-11 text-ink-3 [&_th]:pb-1.5 [&_th]:font-[600]">
          <th scope="col" class="text-start">
            {said.kind}
          </th>
          <For each={CHANNELS}>
            {(channel) => (
              <th scope="col" class="w-[calc(58rem/16)] px-1 text-center">
                {said.channels[channel]}
              </th>
            )}
          </For>
        </tr>
      </thead>
      <tbody>
        <For each={KINDS}>
          {(kind) => (
            <tr class="border-t border-line max-[379px]:flex max-[379px]:flex-wrap max-[379px]:py-2">
              <th scope="row" class="text-start font-[420] max-[379px]:basis-full">
                <span class="flex items-center gap-2 py-1">
                  <span class={`flex ${TEXT_COLOURS[lookOf(kind).severity]}`}>
                    <Mark is={lookOf(kind).mark} size={14} />
                  </span>
                  <span class="min-w-0 wrap-anywhere">
                    {said.kinds[kind]}{' '}
                    <span class="ms-1 font-mono text-[calc(11rem/16)] text-ink-3 max-[700px]:hidden" aria-hidden="true">
                      {kind}
                    </span>
                  </span>
                </span>
              </th>
              <For each={CHANNELS}>
                {(channel) => (
                  <td class="p-0 text-center">
                    <label class="flex min-h-[calc(1rem+13px)] cursor-pointer items-center justify-center gap-1.5 max-[700px]:min-h-12 max-[379px]:me-4">
                      <input
                        type="checkbox"
                        name={`${kind} ${channel}`}
                        class="size-[1.125rem] flex-none cursor-pointer accent-(--ink) max-[700px]:size-[1.5rem]"
                        aria-label={said.pair(said.kinds[kind], said.channels[channel])}
                        checked={props.table[kind][channel]}
                        onChange={(event) => props.onChange(kind, channel, event.currentTarget.checked)}
                      />
                      <span class="min-[380px]:hidden" aria-hidden="true">
                        {said.channels[channel]}
                      </span>
                    </label>
                  </td>
                )}
              </For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
