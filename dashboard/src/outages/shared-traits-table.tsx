import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, For, Show } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import type { Group } from './outage-groups.ts';
import { createStableRows } from '../event/stable-rows.ts';
import { guessOf, sharedOf, type Counted, type SharedRow } from './shared-traits.ts';

const CELL = 'border-b border-line py-[5px] pe-3 text-start align-middle';
/** Up to this many signs are drawn as boxes, wider if they are fewer; more are drawn as a bar. */
const BOXES_MOST = 12;
const WIDE_MOST = 9;

/** Shows how many signs have the trait, as boxes or as a bar, with the figures. */
function Share(props: { of: Counted; colour: string }) {
  const { words } = useWallTools();
  const width = () => (props.of.of === 0 ? 0 : (props.of.have / props.of.of) * 100);
  const boxes = () => (props.of.of <= BOXES_MOST ? props.of.of : 0);
  return (
    <>
      <Show
        when={boxes() > 0}
        fallback={
          <span class="my-px flex h-2.5 w-24 max-w-full border border-line-strong" aria-hidden="true">
            <span class={`filled ${props.colour}`} style={{ width: `${width()}%` }} />
          </span>
        }
      >
        <span class="my-px flex h-2.5 gap-0.5 overflow-hidden" aria-hidden="true">
          <For each={Array.from({ length: boxes() }, (_, nth) => nth)}>
            {(nth) => (
              <span
                class={`flex-none ${boxes() <= WIDE_MOST ? 'w-2' : 'w-1.5'} ${nth < props.of.have ? `filled ${props.colour}` : 'border border-line-strong'}`}
              />
            )}
          </For>
        </span>
      </Show>
      <span class="mt-[3px] block text-11 text-ink-3">{words.outages.one.counted(props.of.have, props.of.of)}</span>
    </>
  );
}

function Others(props: { of: Counted | null }) {
  const { words } = useWallTools();
  return (
    <Show when={props.of} fallback={<span class="text-11 text-ink-3">{words.outages.one.notKnown}</span>}>
      {(counted) => <Share of={counted()} colour="bg-ink-3" />}
    </Show>
  );
}

/**
 * Shows what the affected signs have in common, compared with the unaffected signs, and a guess that is labelled as a
 * guess.
 */
export function SharedTraits(props: {
  group: Group;
  goneIds: ReadonlySet<string>;
  signs: ReadonlyMap<string, SignRow>;
  spread: string;
}) {
  const { words } = useWallTools();
  const said = words.outages.one;
  const rows = createStableRows(() => sharedOf(props.group, props.goneIds, props.signs, words.outages.names));
  const isOne = () => props.goneIds.size === 1;
  const guess = createMemo(() => guessOf(props.group, rows()));
  const reading = (row: SharedRow): string => {
    if (row.id === 'address' || !row.stayed || !row.rest) return said.addressesMean;
    if (row.stayed.of + row.rest.of === 0) return said.noOthers;
    if (row.setsApart) return said.apart[row.id];
    return row.gone.have < row.gone.of
      ? said.notAll
      : said.notApart[row.id](row.gone.have + row.stayed.have + row.rest.have);
  };
  return (
    <section class="mt-[22px]">
      <h2 class="mb-2 flex flex-wrap items-baseline gap-x-2 text-13 font-[620]">
        {isOne() ? said.ofOne.share : said.share}{' '}
        <span class="text-12 font-[420] text-ink-3">{isOne() ? said.ofOne.shareAside : said.shareAside}</span>
      </h2>
      <Show when={guess()}>
        {(known) => (
          <p class="mb-2 border-l-[3px] border-ink bg-sunk px-3.5 py-[9px] leading-[1.5]">
            <b class="font-[640]">{said.guess[known().is](known().called)}</b>{' '}
            {said.guessLead[known().is === 'host' ? 'pages' : 'heartbeats'](known().facts)}
          </p>
        )}
      </Show>
      <table class="mt-1 w-full table-fixed">
        <thead>
          <tr class="text-11 text-ink-3 [&_th]:border-b [&_th]:border-line-strong [&_th]:pe-3 [&_th]:pb-1.5 [&_th]:text-start [&_th]:font-[600]">
            <th class="min-[701px]:w-[222px]">{said.trait}</th>
            <th class="min-[701px]:w-[102px]">{said.went}</th>
            <th class="min-[701px]:w-[124px]">{said.staid}</th>
            <th class="max-[700px]:hidden min-[701px]:w-[124px]">{said.rest}</th>
            <th class="max-[700px]:hidden">{said.read}</th>
          </tr>
        </thead>
        <tbody>
          <For each={rows()}>
            {(row) => (
              <tr classList={{ 'text-ink-2': !row.setsApart }}>
                <th class={`${CELL} font-[420]`}>
                  <b class="block" classList={{ 'font-[580]': row.setsApart, 'font-[420]': !row.setsApart }}>
                    {said.traits[row.id]}
                  </b>
                  <span class="block truncate text-12 text-ink-3" dir="auto" title={row.value}>
                    {row.id === 'moment'
                      ? said.withinShort(props.spread)
                      : row.id === 'host'
                        ? said.ofHost(row.value)
                        : row.value}
                  </span>
                </th>
                <td class={CELL}>
                  <Share of={row.gone} colour={row.setsApart ? 'bg-alarm-fill' : 'bg-ink-3'} />
                </td>
                <td class={CELL}>
                  <Others of={row.stayed} />
                </td>
                <td class={`${CELL} max-[700px]:hidden`}>
                  <Others of={row.rest} />
                </td>
                <td class={`${CELL} leading-[1.4] text-ink-2 max-[700px]:hidden`}>{reading(row)}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </section>
  );
}
