import { For } from 'solid-js';
import { pathOfValues, type Values } from './plot-path.ts';

const WIDTH = 480;
/** Colours and dashes distinguish the nodes. */
const LOOKS = [
  { stroke: 'var(--plot-1)', dash: undefined },
  { stroke: 'var(--plot-2)', dash: '4 3' },
  { stroke: 'var(--plot-1)', dash: '1 3' },
  { stroke: 'var(--plot-2)', dash: '8 3' },
];

/**
 * Plots the values of an hour by minute, with one line for each series. `most`: the top of the scale. `limit`: the
 * promised value, drawn as a dashed line. `said`: the plot in words, for screen readers.
 */
export const SparkPlot = (props: {
  said: string;
  series: readonly { look: number; values: Values }[];
  most: number;
  height: number;
  limit?: number;
}) => {
  const bottom = () => props.height - 2;
  const limitY = () =>
    props.limit === undefined || props.limit > props.most ? null : bottom() * (1 - props.limit / props.most);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${props.height}`}
      height={`${props.height / 16}rem`}
      preserveAspectRatio="none"
      role="img"
      aria-label={props.said}
      class="block w-full overflow-visible"
      fill="none"
    >
      <path
        d={`M0 ${bottom()}H${WIDTH}M0 ${bottom() / 2}H${WIDTH}`}
        stroke="var(--line)"
        vector-effect="non-scaling-stroke"
      />
      <path
        d={limitY() === null ? '' : `M0 ${limitY()}H${WIDTH}`}
        stroke="var(--ink-3)"
        stroke-dasharray="3 3"
        vector-effect="non-scaling-stroke"
      />
      <For each={props.series}>
        {({ look, values }) => (
          <path
            d={pathOfValues(values, { most: props.most, width: WIDTH, height: bottom() })}
            stroke={LOOKS[look % LOOKS.length]!.stroke}
            stroke-dasharray={LOOKS[look % LOOKS.length]!.dash}
            stroke-width="1.5"
            vector-effect="non-scaling-stroke"
          />
        )}
      </For>
    </svg>
  );
};
