import { createEffect, createSignal, onCleanup, onMount } from 'solid-js';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Columns } from './plot-columns.ts';

const HEIGHT = 64;

/** What is drawn behind the line: from when to when the content was wrong, in seconds since 1970. */
export interface Band {
  from: number;
  to: number;
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Hairlines at the bottom and half-way, and the bands. */
function drawBehind(plot: UPlot, bands: readonly Band[]): void {
  const { ctx, bbox } = plot;
  const { left, top, width, height } = bbox;
  ctx.save();
  ctx.globalAlpha = 0.22;
  ctx.fillStyle = token('--caution-fill');
  for (const { from, to } of bands) {
    const x = Math.max(left, plot.valToPos(from, 'x', true));
    const end = Math.min(left + width, plot.valToPos(to, 'x', true));
    if (end > x) ctx.fillRect(x, top, end - x, height);
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = token('--line');
  for (const y of [top + height - devicePixelRatio, top + Math.round(height / 2)])
    ctx.fillRect(left, y, width, devicePixelRatio);
  ctx.restore();
}

/** One measurement over time, a line with gaps where nothing was measured. `most`: the top of its scale. `said`: all of it in words. */
export function Plot(props: {
  said: string;
  columns: Columns;
  from: number;
  to: number;
  most: number;
  bands: readonly Band[];
}) {
  const [place, setPlace] = createSignal<HTMLDivElement>();
  onMount(() => {
    const box = place()!;
    const plot = new UPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        padding: [0, 0, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: { x: { range: () => [props.from, props.to] }, y: { range: () => [0, props.most] } },
        series: [{}, { stroke: () => token('--plot-1'), width: 1.5, spanGaps: false, points: { size: 4, space: 40 } }],
        hooks: { drawClear: [(self) => drawBehind(self, props.bands)] },
      },
      props.columns,
      box,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    resized.observe(box);
    // Its colours are read when it is drawn: a canvas does not follow the theme by itself.
    const redraw = (): void => plot.redraw();
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    createEffect(() => {
      void [props.from, props.to, props.most, props.bands];
      plot.setData(props.columns);
    });
    onCleanup(() => {
      resized.disconnect();
      themes.disconnect();
      system.removeEventListener('change', redraw);
      plot.destroy();
    });
  });
  return <div ref={setPlace} role="img" aria-label={props.said} class="h-16 overflow-hidden" />;
}
