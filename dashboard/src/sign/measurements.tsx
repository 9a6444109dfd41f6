import type { MetricRow } from '@sign-display/contracts/rest/telemetry';
import { createMemo, Index, Show } from 'solid-js';
import { LoadError } from '../features/load-error.tsx';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { Plot, type Band } from './plot.tsx';
import { answersOf, columnsOf, lastOf, topOf, type Columns } from './plot-columns.ts';
import { createRepeatedRead, useEvery } from '../event/repeated-read.ts';
import { inDigits } from '../ui/number-format.ts';
import type { SignSeen } from './sign-page-context.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MOST_ROWS = 200;
const GB = 1e9;

interface Drawn {
  title: string;
  unit: string;
  last: string | null;
  columns: Columns;
  most: number;
}

const anHour = (nowMs: number) => ({ from: new Date(nowMs - HOUR_MS).toISOString(), limit: MOST_ROWS });

/** What the sign measured in the last hour, and how long its page took to answer. */
export function Measurements(props: { seen: SignSeen }) {
  const { client, clock, words, times } = useWallTools();
  const said = words.sign.plots;
  const params = { id: props.seen.sign().id };
  const metrics = createRepeatedRead(MINUTE_MS / 2, () =>
    client.call('GET /api/signs/:id/metrics', { params, query: anHour(clock.now()) }),
  );
  const fetches = createRepeatedRead(MINUTE_MS / 2, () =>
    client.call('GET /api/signs/:id/content-fetches', { params, query: anHour(clock.now()) }),
  );
  useEvery(MINUTE_MS, metrics.want);
  useEvery(MINUTE_MS, fetches.want);
  const now = useNow(MINUTE_MS);
  const to = () => now() / 1_000;
  const from = () => to() - HOUR_MS / 1_000;
  const rows = () => metrics.value()?.items ?? [];
  const bands = createMemo((): Band[] => {
    const { contentState } = props.seen.sign();
    const since = props.seen.now.value()?.content?.since;
    return since && (contentState === 'unreachable' || contentState === 'error')
      ? [{ from: Date.parse(since) / 1_000, to: to() }]
      : [];
  });
  const digits = (value: number): string => inDigits(value, words.common.language, 1);
  // Of a sign that is not heard the last value is how it was.
  const isThen = () => props.seen.sign().presence !== 'online';
  const drawn = createMemo((): Drawn[] => {
    const of = (valueOf: (row: MetricRow) => number | null) => columnsOf(rows(), valueOf);
    const number = (columns: Columns, say: (value: number) => string): string | null => {
      const last = lastOf(columns);
      if (last === null) return null;
      return isThen() ? said.was(say(last)) : say(last);
    };
    const cpu = of((row) => row.cpuLoad * 100);
    const memory = of((row) => row.memUsedBytes / GB);
    const heat = of((row) => row.temperatureCelsius);
    const page = answersOf(fetches.value()?.items ?? [], props.seen.sign().shown.url);
    const [pageMost, heatMost] = [topOf(page, 2), topOf(heat, 90)];
    const total = (rows()[0]?.memTotalBytes ?? 4 * GB) / GB;
    return [
      {
        title: said.cpu,
        unit: said.cpuUnit,
        last: number(cpu, (value) => `${Math.round(value)} %`),
        columns: cpu,
        most: 100,
      },
      {
        title: said.memory,
        unit: said.memoryUnit(digits(total)),
        last: number(memory, (value) => `${digits(value)} GB`),
        columns: memory,
        most: total,
      },
      {
        title: said.temperature,
        unit: said.temperatureUnit(heatMost),
        last: number(heat, (value) => `${Math.round(value)} °C`),
        columns: heat,
        most: heatMost,
      },
      {
        title: said.page,
        unit: said.pageUnit(pageMost),
        last: number(page, (value) => `${digits(value)} s`),
        columns: page,
        most: pageMost,
      },
    ];
  });
  const isEmpty = () => metrics.value() !== undefined && rows().length === 0;
  return (
    <section aria-label={said.title}>
      <Show when={metrics.trouble() && !metrics.value()}>
        <LoadError what={said.what} why={metrics.trouble()!.why} onAgain={metrics.read} />
      </Show>
      <Show when={isEmpty()}>
        <p class="mb-2 text-ink-3">{said.nothing}</p>
      </Show>
      <Index each={drawn()}>
        {(one) => (
          <div class="mb-3.5">
            <div class="mb-0.5 flex flex-wrap items-baseline gap-x-2">
              <b class="font-[580]">{one().title}</b>
              <span class="text-12 text-ink-3">{one().unit}</span>
              <span class="ml-auto" classList={{ 'font-[600]': !isThen(), 'text-ink-3': isThen() }}>
                {one().last}
              </span>
            </div>
            <Plot
              said={`${one().title}: ${one().last ?? said.nothing}`}
              columns={one().columns}
              from={from()}
              to={to()}
              most={one().most}
              bands={bands()}
            />
          </div>
        )}
      </Index>
      <div class="flex justify-between text-11 text-ink-3">
        <span>{times.said(from() * 1_000, 'time', props.seen.event.timeZone)}</span>
        <Show when={bands().length > 0}>
          <span class="text-caution">
            {words.marks[
              props.seen.sign().contentState === 'error' ? 'content_error' : 'content_unreachable'
            ].toLowerCase()}
          </span>
        </Show>
        <span>{times.said(to() * 1_000, 'time', props.seen.event.timeZone)}</span>
      </div>
    </section>
  );
}
