import type { SystemFigures, SystemNode } from '@sign-display/contracts/rest/system';
import { Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import type { Reading } from '../../event/repeated-read.ts';
import { LoadError } from '../../features/load-error.tsx';
import { inDigits } from '../../ui/number-format.ts';
import { msText } from './amount-text.ts';
import { sumOfSeries, topOfValues, type Values } from './plot-path.ts';
import { SectionTitle } from './section-title.tsx';
import { SparkPlot } from './spark-plot.tsx';

/** The service promises to send messages within this many seconds. */
const PROMISED_SECONDS = 5;

function Titled(props: {
  title: string;
  unit: string;
  last: string;
  series: readonly { look: number; values: Values }[];
  most: number;
  height: number;
}) {
  const { words } = useAdminTools();
  return (
    <div class="mb-3">
      <div class="mb-0.5 flex flex-wrap items-baseline gap-x-2">
        <b class="font-[580]">{props.title}</b>
        <span class="min-w-0 text-12 text-ink-3">{props.unit}</span>
        <span class="ms-auto font-[600]">{props.last}</span>
      </div>
      <SparkPlot
        said={words.system.plots.said(props.title, props.unit, props.last)}
        series={props.series}
        most={props.most}
        height={props.height}
      />
    </div>
  );
}

const hourMs = ({ from, minutes }: SystemFigures): [fromMs: number, toMs: number] => {
  const fromMs = Date.parse(from);
  return [fromMs, fromMs + minutes * 60_000];
};

/** Shows the first and the last time of a plot below it. */
function Axis(props: { figures: SystemFigures; middle?: string }) {
  const { times } = useAdminTools();
  return (
    <p class="mt-0.5 mb-[18px] flex justify-between gap-3 text-11 text-ink-3">
      <span>{times.said(hourMs(props.figures)[0], 'time')}</span>
      <span>{times.said(hourMs(props.figures)[1], 'time')}</span>
    </p>
  );
}

/**
 * Plots the last hour: the event-loop delay of each node, and the heartbeats of all nodes. `nodes`: the present state
 * of the nodes.
 */
export function HourPlots(props: { figures: Reading<SystemFigures>; nodes: readonly SystemNode[] }) {
  const { words } = useAdminTools();
  const said = words.system.plots;
  const { language } = words.common;
  const delayNow = () => Math.max(0, ...props.nodes.map(({ eventLoopDelayMs }) => eventLoopDelayMs ?? 0));
  const heartbeatsNow = () => props.nodes.reduce((sum, node) => sum + (node.heartbeatsPerSecond ?? 0), 0);
  return (
    <section aria-label={said.loop}>
      <Show when={props.figures.trouble() && !props.figures.value()}>
        <LoadError what={said.what} why={props.figures.trouble()!.why} onAgain={props.figures.read} />
      </Show>
      <Show when={props.figures.value()}>
        {(figures) => {
          /** Nodes of one machine share a look, so a restarted node keeps it. */
          const lookOf = (hostname: string | null): number =>
            [...new Set(figures().nodes.map((node) => node.hostname))].indexOf(hostname);
          const delays = () =>
            figures().nodes.map(({ hostname, eventLoopDelayMs }) => ({
              look: lookOf(hostname),
              values: eventLoopDelayMs,
            }));
          const delayTop = () =>
            topOfValues(
              delays().map(({ values }) => values),
              20,
            );
          const heartbeats = () =>
            sumOfSeries(
              figures().nodes.map(({ heartbeatsPerSecond }) => heartbeatsPerSecond),
              figures().minutes,
            );
          const heartbeatTop = () => topOfValues([heartbeats()], 1);
          return (
            <>
              <Titled
                title={said.loop}
                unit={said.loopUnit(delayTop())}
                last={msText(delayNow(), language)}
                series={delays()}
                most={delayTop()}
                height={54}
              />
              <Titled
                title={said.heartbeats}
                unit={said.heartbeatsUnit(heartbeatTop())}
                last={inDigits(heartbeatsNow(), language, 1)}
                series={[{ look: 0, values: heartbeats() }]}
                most={heartbeatTop()}
                height={44}
              />
              <Axis figures={figures()} />
            </>
          );
        }}
      </Show>
    </section>
  );
}

/** Plots the age of the oldest waiting message over the last hour. */
export function QueuePlot(props: { figures: Reading<SystemFigures>; nowSeconds: number }) {
  const { words } = useAdminTools();
  const said = words.system.plots;
  const last = () => `${inDigits(props.nowSeconds, words.common.language, 1)} s`;
  return (
    <section>
      <Show when={props.figures.value()}>
        {(figures) => {
          const most = () => topOfValues([figures().queueAgeSeconds], 2 * PROMISED_SECONDS);
          return (
            <>
              <SectionTitle title={said.queue} hint={`${said.queueUnit(most())}, ${said.now(last())}`} />
              <SparkPlot
                said={said.said(said.queue, said.queueUnit(most()), last())}
                series={[{ look: 0, values: figures().queueAgeSeconds }]}
                most={most()}
                height={64}
                limit={PROMISED_SECONDS}
              />
              <Axis figures={figures()} />
            </>
          );
        }}
      </Show>
    </section>
  );
}
