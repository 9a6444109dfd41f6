import type { OutageDelivery, OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import { For, Show } from 'solid-js';
import { createStableRows } from '../event/stable-rows.ts';
import { SEVERITIES, TEXT_COLOURS, type MarkName } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { useWallTools } from '../wall-context.ts';
import { CHANNELS, personRows, type DeliveryCell } from './delivery-rows.ts';

const MARKS: Record<OutageDelivery['state'], MarkName> = {
  delayed: 'held',
  queued: 'queued',
  sent: 'acked',
  failed: 'failed',
  dropped: 'refused',
};
const colourOf = (state: OutageDelivery['state']): string =>
  state === 'sent' ? 'text-good' : TEXT_COLOURS[SEVERITIES[MARKS[state]]];

/** One message to one person on one channel: its state, its time, and why the service did not send it. */
function Delivery(props: { of: DeliveryCell; timeZone: string }) {
  const { words, times } = useWallTools();
  const said = words.outages.one.deliveries;
  const time = () => (props.of.atMs === null ? null : times.said(props.of.atMs, 'seconds', props.timeZone));
  const small = (): string[] => {
    const { state, detail, isEnd } = props.of;
    const parts = [
      state === 'delayed' && said.delayedWhy,
      state !== 'sent' && time(),
      detail,
      isEnd && words.outages.one.ofEnd,
    ];
    return parts.filter((part) => typeof part === 'string');
  };
  return (
    <div class="not-first:mt-1.5">
      <span class="flex items-center gap-1.5">
        <span class={`flex flex-none ${colourOf(props.of.state)}`}>
          <Mark is={MARKS[props.of.state]} size={12} />
        </span>
        <Show
          when={props.of.state === 'sent' && time()}
          fallback={
            <span class={`min-w-0 font-[560] wrap-anywhere hyphens-auto ${colourOf(props.of.state)}`}>
              {said.states[props.of.state]}
            </span>
          }
        >
          {(at) => (
            <>
              <span class="sr-only">{said.states.sent}</span> {at()}
            </>
          )}
        </Show>
      </span>
      <For each={small()}>
        {(text) => (
          <span class="block text-11 leading-[1.35] wrap-anywhere text-ink-3" dir="auto">
            {text}
          </span>
        )}
      </For>
    </div>
  );
}

/** The people notified about an outage: one row per person, one column per channel. */
export function DeliveryTable(props: { outage: OutageWithDeliveries; userId: string; timeZone: string }) {
  const { words } = useWallTools();
  const said = words.outages.one;
  const rows = createStableRows(() => personRows(props.outage));
  return (
    <table class="w-full table-fixed">
      <thead>
        <tr class="text-11 text-ink-3 [&_th]:border-b [&_th]:border-line-strong [&_th]:pe-2 [&_th]:pb-1.5 [&_th]:text-start [&_th]:font-[600]">
          <th class="w-[36%]">{said.deliveries.person}</th>
          <For each={CHANNELS}>{(channel) => <th>{said.channels[channel]}</th>}</For>
        </tr>
      </thead>
      <tbody>
        <For each={rows()}>
          {(row) => (
            <tr class="*:border-b *:border-line *:py-2 *:pe-2 *:text-start *:align-top">
              <th class="font-[580]">
                <span class="block truncate" title={row.name}>
                  <bdi>{row.name}</bdi>
                </span>
                <Show when={row.id === props.userId}>
                  <span class="block text-11 font-[420] text-ink-3">{said.deliveries.you}</span>
                </Show>
              </th>
              <For each={CHANNELS}>
                {(channel) => (
                  <td>
                    <For
                      each={row.cells[channel]}
                      fallback={<span class="text-ink-3">{said.deliveries.notChosen}</span>}
                    >
                      {(cell) => <Delivery of={cell} timeZone={props.timeZone} />}
                    </For>
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
