import type { SystemNode } from '@sign-display/contracts/rest/system';
import { Index, Show, type JSX } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { useNow } from '../../features/use-now.ts';
import { durationText, roughDurationText } from '../../ui/durations.ts';
import { inDigits } from '../../ui/number-format.ts';
import { bytesText, msText } from './amount-text.ts';
import { SectionTitle } from './section-title.tsx';

const HEAD = 'border-b border-line-strong pb-[5px] text-start text-11 font-[600] text-ink-3 last:pe-0 pe-2';
const NUMBER = 'min-[44rem]:text-end';
/** On a phone, each node is a separate block, with the name of each figure in front of it. */
const CELL =
  'max-[44rem]:flex max-[44rem]:justify-between max-[44rem]:gap-3 max-[44rem]:py-0.5 min-[44rem]:py-1.5 min-[44rem]:pe-2 min-[44rem]:last:pe-0';

function Cell(props: { label: string; isNumber?: boolean; isShort?: boolean; children: JSX.Element }) {
  return (
    <td class={CELL} classList={{ [NUMBER]: props.isNumber ?? false }}>
      <span class="text-ink-3 min-[44rem]:hidden" aria-hidden="true">
        {props.label}
      </span>
      <span
        class="min-w-0"
        classList={{
          'whitespace-nowrap': props.isNumber || props.isShort,
          'wrap-anywhere': !props.isNumber && !props.isShort,
        }}
      >
        {props.children}
      </span>
    </td>
  );
}

/** Shows the living nodes with the figures that each reported last. */
export function Nodes(props: { nodes: readonly SystemNode[] }) {
  const { words, times } = useAdminTools();
  const said = words.system.nodes;
  const { language } = words.common;
  const now = useNow(1_000);
  const upMs = (node: SystemNode): number => now() - Date.parse(node.startedAt);
  const upText = (node: SystemNode): string =>
    upMs(node) < 3_600_000 ? roughDurationText(upMs(node)) : durationText(upMs(node));
  const sockets = ({ kiosks, dashboards }: SystemNode): string =>
    kiosks === null || dashboards === null ? '–' : inDigits(kiosks + dashboards, language, 0);
  return (
    <section class="mb-3.5">
      <SectionTitle title={said.title} />
      <table class="w-full max-[44rem]:block">
        <thead class="sr-only min-[44rem]:not-sr-only">
          <tr>
            <th class={HEAD}>{said.node}</th>
            <th class={HEAD}>{said.version}</th>
            <th class={HEAD}>{said.up}</th>
            <th class={`${HEAD} ${NUMBER}`}>{said.sockets}</th>
            <th class={`${HEAD} ${NUMBER}`}>{said.memory}</th>
            <th class={`${HEAD} ${NUMBER}`}>{said.loop}</th>
          </tr>
        </thead>
        <tbody class="max-[44rem]:block">
          <Index each={props.nodes}>
            {(node) => (
              <tr class="border-b border-line max-[44rem]:block max-[44rem]:py-2" data-node={node().nodeId}>
                <Cell label={said.node}>
                  <b class="font-[600]">{node().hostname ?? said.unnamed}</b>
                  <Show when={node().warmUp}>
                    {(warmUp) => (
                      <small class="block text-12 text-note">
                        {said.waits(times.said(Date.parse(warmUp().until), 'seconds'))}
                      </small>
                    )}
                  </Show>
                </Cell>
                <Cell label={said.version}>{node().version ?? '–'}</Cell>
                <Cell label={said.up} isShort>
                  {upText(node())}
                </Cell>
                <Cell label={said.sockets} isNumber>
                  {sockets(node())}
                </Cell>
                <Cell label={said.memory} isNumber>
                  {node().rssBytes === null ? '–' : bytesText(node().rssBytes!, language)}
                </Cell>
                <Cell label={said.loop} isNumber>
                  {node().eventLoopDelayMs === null ? '–' : msText(node().eventLoopDelayMs!, language)}
                </Cell>
              </tr>
            )}
          </Index>
        </tbody>
      </table>
    </section>
  );
}
