import { For, type JSX } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import type { MarkName } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';

/** Of each point of a card: good news, bad news, or what it costs. */
const ON: readonly [MarkName, string][] = [
  ['acked', 'text-good'],
  ['acked', 'text-good'],
  ['expired', 'text-ink-2'],
];
const OFF: readonly [MarkName, string][] = [
  ['acked', 'text-good'],
  ['failed', 'text-alarm'],
  ['failed', 'text-alarm'],
];

/** Whether claims wait for proof, with what each choice means; empty: as the service does. `locked`: why it can't be changed. */
export function ProofChoice(props: {
  value: string;
  serviceDefault: boolean;
  locked: string | undefined;
  onChange(value: string): void;
}) {
  const { words } = useAdminTools();
  const said = words.settings.proof;
  const radio = (value: string) => (
    <input
      type="radio"
      name="handshake"
      class="size-4 flex-none accent-(--ink)"
      checked={props.value === value}
      disabled={props.locked !== undefined}
      onChange={() => props.onChange(value)}
    />
  );
  const Card = (card: {
    value: string;
    title: string;
    aside: string;
    points: readonly string[];
    marks: readonly (readonly [MarkName, string])[];
  }): JSX.Element => (
    <label
      class="block cursor-pointer rounded-lg border-[1.5px] bg-surface px-4 py-3.5"
      classList={{ 'border-ink': props.value === card.value, 'border-line-strong': props.value !== card.value }}
    >
      <span class="mb-2 flex flex-wrap items-center gap-x-2.5">
        {radio(card.value)}
        <b class="text-15 font-[640]">{card.title}</b>
        <span class="ms-auto text-12 text-ink-3">{card.aside}</span>
      </span>
      <For each={card.points}>
        {(point, index) => (
          <span class="flex gap-2 border-t border-line py-1.5 leading-[1.4] text-ink-2">
            <span class={`mt-0.5 flex-none ${card.marks[index()]?.[1] ?? ''}`}>
              <Mark is={card.marks[index()]?.[0] ?? 'none'} size={14} />
            </span>
            <span class="min-w-0">{point}</span>
          </span>
        )}
      </For>
    </label>
  );
  return (
    <fieldset class="mt-5" title={props.locked}>
      <legend class="mb-[3px] text-18 font-[640]">{words.settings.fields.handshake}</legend>
      <p class="mb-3 max-w-[calc(600rem/16)] leading-normal text-ink-2">{said.lead}</p>
      <div class="grid gap-3 min-[701px]:grid-cols-2">
        <Card value="true" title={said.on} aside={said.onAside} points={said.onPoints} marks={ON} />
        <Card value="false" title={said.off} aside={said.offAside} points={said.offPoints} marks={OFF} />
      </div>
      <label class="mt-3 flex min-h-8 cursor-pointer items-center gap-2.5 max-[700px]:min-h-12">
        {radio('')}
        {said.follow(props.serviceDefault)}
      </label>
      <p class="mt-1.5 max-w-[calc(600rem/16)] leading-normal text-ink-3">{said.foot}</p>
    </fieldset>
  );
}
