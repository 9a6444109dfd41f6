import { Show } from 'solid-js';
import { useDeviceTools } from '../devices-context.ts';
import { Button } from '../ui/button.tsx';
import { AFTER, type CloneDecision } from './clone-decisions.ts';

/** Draws a machine as it will look after the decision, filled if it is the sign. */
const Screen = (props: { x: number; isSign: boolean; text: string }) => (
  <g transform={`translate(${props.x} 0)`}>
    <rect
      x="1"
      y="1"
      width="86"
      height="50"
      stroke-width="1.5"
      fill={props.isSign ? 'var(--ink)' : 'none'}
      stroke={props.isSign ? 'var(--ink)' : 'var(--line-strong)'}
    />
    <path d="M36 58h16" stroke-width="2" stroke={props.isSign ? 'var(--ink)' : 'var(--line-strong)'} />
    <text
      x="44"
      y="30"
      text-anchor="middle"
      class="font-[600]"
      font-size="11"
      fill={props.isSign ? 'var(--ground)' : 'var(--ink-2)'}
    >
      {props.text}
    </text>
  </g>
);

const LONGEST_NAME = 12;
const shortened = (name: string): string =>
  [...name].length > LONGEST_NAME ? `${[...name].slice(0, LONGEST_NAME - 1).join('')}…` : name;

const Effect = (props: { title: string; text: string }) => (
  <div class="grid grid-cols-[calc(92rem/16)_minmax(0,1fr)] gap-x-2.5 border-b border-line py-2 leading-[1.4] max-[320px]:grid-cols-1">
    <dt class="text-ink-3">{props.title}</dt>
    <dd class="min-w-0 wrap-anywhere">{props.text}</dd>
  </div>
);

/** Shows one decision: when to choose it, its effects on both machines and on the record, and its button. */
export function DecisionCard(props: {
  decision: CloneDecision;
  signName: string;
  isBusy: boolean;
  isFirst: boolean;
  onChoose(): void;
}) {
  const { words } = useDeviceTools();
  const said = words.devices.clones;
  const option = () => said.options[props.decision];
  const textOf = (machine: 'first' | 'newcomer'): string => {
    const after = AFTER[props.decision][machine];
    return after === 'sign' ? shortened(props.signName) : said[after];
  };
  return (
    <li
      class="flex min-w-0 flex-col rounded-lg border-[1.5px] bg-surface px-[18px] py-4"
      classList={{ 'border-ink': props.isFirst, 'border-line-strong': !props.isFirst }}
    >
      <svg
        class="mb-3 block h-auto w-[calc(200rem/16)] max-w-full"
        viewBox="0 0 200 62"
        role="img"
        aria-label={said.preview(textOf('first'), textOf('newcomer'))}
      >
        <Screen x={0} isSign={AFTER[props.decision].first === 'sign'} text={textOf('first')} />
        <Screen x={108} isSign={AFTER[props.decision].newcomer === 'sign'} text={textOf('newcomer')} />
      </svg>
      <h3 class="text-18 font-[640] wrap-anywhere">{option().action}</h3>
      <p class="mt-1 mb-3 leading-[1.45] wrap-anywhere text-ink-2">{option().when}</p>
      <dl class="border-t border-line">
        <Effect title={said.effects.first} text={option().first} />
        <Effect title={said.effects.newcomer} text={option().newcomer} />
        <Effect title={said.effects.record} text={option().record(props.signName)} />
      </dl>
      <div class="mt-auto flex flex-wrap items-center gap-2.5 pt-3.5 max-[700px]:flex-col max-[700px]:items-stretch">
        <Button
          kind={props.decision === 'reset_both' ? 'danger' : props.isFirst ? 'primary' : 'usual'}
          aria-disabled={props.isBusy}
          onClick={() => !props.isBusy && props.onChoose()}
        >
          {option().action}
        </Button>
        <Show when={option().hint}>{(hint) => <span class="text-12 text-ink-3">{hint()}</span>}</Show>
      </div>
    </li>
  );
}
