import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { SystemResponse } from '@sign-display/contracts/rest/system';
import { Match, Show, Switch } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { createRepeatedRead, useEvery } from '../../event/repeated-read.ts';
import { StaleNotice } from '../../event/stale-notice.tsx';
import { LoadError } from '../../features/load-error.tsx';
import { useNow } from '../../features/use-now.ts';
import { useTitle } from '../../features/window-title.ts';
import { durationText, roughDurationText } from '../../ui/durations.ts';
import { Empty } from '../../ui/empty-state.tsx';
import { inDigits } from '../../ui/number-format.ts';
import { PageHeadline } from '../page-headline.tsx';
import { PageLoading } from '../page-loading.tsx';
import { FailedByOrganization } from './failed-by-organization.tsx';
import { HourPlots, QueuePlot } from './hour-plots.tsx';
import { Jobs } from './jobs.tsx';
import { Nodes } from './nodes.tsx';
import { ServiceChain } from './service-chain.tsx';
import { Certificate, Clocks, Versions } from './side-facts.tsx';
import { availabilityOf, isServiceAtFault, problemsOf } from './system-problems.ts';
import { WarmUps } from './warm-ups.tsx';

/** A killed node must disappear within 15 s, and the other nodes need up to 13 s to declare it dead (promise R6). */
const READ_EVERY_MS = 1_500;
const MINUTE_MS = 60_000;
const PANE =
  'min-w-0 p-4 max-[700px]:px-3.5 max-[80rem]:border-t max-[80rem]:border-line min-[80rem]:not-first:border-s min-[80rem]:border-line';

function Headline(props: { system: SystemResponse }) {
  const { words, times } = useAdminTools();
  const said = words.system.headline;
  const now = useNow(10_000);
  const problems = () => problemsOf(props.system);
  const alarm = () => {
    const { database, cache, failed, dead, clocks } = problems();
    const parts = [
      database && said.database,
      cache && said.cache,
      dead > 0 && said.dead(dead),
      failed > 0 && said.failed(failed),
      clocks && said.clocks,
    ];
    return parts.filter((part) => part !== false).join(' ');
  };
  const sentence = () => {
    if (alarm() === '') return said.allFine;
    return isServiceAtFault(problems()) ? '' : said.fine;
  };
  const newestMs = () => Math.max(...props.system.nodes.map(({ startedAt }) => Date.parse(startedAt)));
  const lead = () =>
    props.system.nodes.length === 0
      ? ''
      : said.lead(
          props.system.nodes.length,
          times.said(newestMs(), now() - newestMs() < 12 * 60 * MINUTE_MS ? 'seconds' : 'dateTime'),
        );
  const available = () => availabilityOf(props.system.availability, now());
  const away = () => {
    const { awaySeconds } = props.system.availability;
    if (awaySeconds === 0) return null;
    return awaySeconds % 60 < 1 && awaySeconds < 3_600
      ? roughDurationText(awaySeconds * 1_000)
      : durationText(awaySeconds * 1_000);
  };
  return (
    <PageHeadline alarm={alarm()} sentence={sentence()} lead={lead()}>
      <p class="min-w-0 text-end max-[700px]:flex max-[700px]:flex-wrap max-[700px]:items-baseline max-[700px]:gap-x-1.5 max-[700px]:text-start">
        <b class="text-24 font-[640] whitespace-nowrap font-stretch-[104%] max-[700px]:text-18">
          {inDigits(available().percent, words.common.language, available().percent === 100 ? 0 : 2)} %
        </b>
        <span class="block text-12 text-ink-3">{said.available(available().days, away())}</span>
      </p>
    </PageHeadline>
  );
}

function Loaded(props: { me: MeResponse; system: SystemResponse }) {
  const { client } = useAdminTools();
  const figures = createRepeatedRead(MINUTE_MS / 2, () => client.call('GET /api/system/figures'));
  useEvery(MINUTE_MS / 2, figures.want);
  return (
    <>
      <Headline system={props.system} />
      <ServiceChain system={props.system} />
      <div class="grid min-[80rem]:min-h-[calc(100dvh/var(--page-scale,1)-1.5rem-24px-12rem)] min-[80rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,calc(392rem/16))]">
        <div class={PANE}>
          <Nodes nodes={props.system.nodes} />
          <HourPlots figures={figures} nodes={props.system.nodes} />
          <WarmUps />
        </div>
        <div class={PANE}>
          <QueuePlot figures={figures} nowSeconds={props.system.jobs.oldestSeconds} />
          <FailedByOrganization failed={props.system.deliveries.failed} me={props.me} />
          <Jobs counts={props.system.jobs} />
        </div>
        <div class={PANE}>
          <Certificate certificate={props.system.certificate} />
          <Versions signs={props.system.signs} />
          <Clocks nodes={props.system.nodes} />
        </div>
      </div>
    </>
  );
}

function Watched(props: { me: MeResponse }) {
  const { client, words, times } = useAdminTools();
  const said = words.system;
  const reading = createRepeatedRead(READ_EVERY_MS / 2, () => client.call('GET /api/system'));
  useEvery(READ_EVERY_MS, reading.want);
  return (
    <>
      <StaleNotice of={reading} timeZone={times.viewerZone} say={said.stale} />
      <Switch fallback={<PageLoading title={said.loading} />}>
        <Match when={reading.value()}>{(system) => <Loaded me={props.me} system={system()} />}</Match>
        <Match when={reading.trouble()}>
          {(failed) => (
            <div class="px-4 py-10">
              <LoadError isHeading what={said.loadingWhat} why={failed().why} onAgain={reading.read} />
            </div>
          )}
        </Match>
      </Switch>
    </>
  );
}

/** Shows system owners the state of the installation. The pages of other people do not request it. */
export function SystemPage(props: { me: MeResponse }) {
  const { words } = useAdminTools();
  useTitle(() => words.system.title);
  return (
    <Show
      when={props.me.systemOwner}
      fallback={
        <div class="px-4 py-10">
          <Empty isHeading title={words.system.forbidden} lead={words.system.forbiddenLead} />
        </div>
      }
    >
      <Watched me={props.me} />
    </Show>
  );
}
