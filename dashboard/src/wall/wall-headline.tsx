import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { createMemo, Show } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { Announced } from '../event/loading-and-announced-headline.tsx';
import { Away, Headline } from '../event/live-notice.tsx';
import { later } from '../lazy-part.tsx';
import { useWallTools } from '../wall-context.ts';
import type { AwayProps } from './service-away-banner.tsx';
import { devicesIn } from './sign-census.ts';
import type { WallSummary } from './create-causes-and-headline.ts';
import type { MailSetup } from './mail/create-mail-setup.ts';
import { MailBanner } from './mail/mail-banner.tsx';
import { headlineOf, headlineText } from './event-headline.ts';
import { offlineText, placeHeadlineText } from './place-headline.ts';
import { wentOfflineText } from './problem-text.ts';
import { findProblems } from './find-problems.ts';

/** Says since when and for how long; until its script is there, that the service was away. */
export const AwayBanner = later<AwayProps>(async () => (await import('./service-away-banner.tsx')).AwayBanner, {
  meanwhile: (props) => <Away isHeading feed={props.seen.live.feed()} timeZone={props.seen.event.timeZone} />,
});

/** The first line of a wall: whether anything is wrong, and where; of one place alone where the filter is of one. Beside it how many show their page. */
export function WallHeadline(props: { seen: Seen; said: WallSummary; mail: MailSetup }) {
  const { words, times } = useWallTools();
  const timeZone = () => props.seen.event.timeZone;
  const census = () => props.said.census;
  /** Of the filter's place; null: there is none, or it has no sign. */
  const own = createMemo(() => {
    const { place } = props.said;
    const rows = place === null ? [] : census().rows.filter(({ location }) => placeOf(location) === place);
    return rows.length === 0 ? null : rows;
  });
  const rows = () => own() ?? census().rows;
  const showing = () => own()?.filter(({ status }) => status === 'showing').length ?? census().tally.showing;
  /** A place without signs has no headline of its own, so the event's stands there, and its causes are grouped for that alone. */
  const causes = createMemo(() =>
    props.said.place === null || own() ? props.said.wrong : findProblems(census().troubled, devicesIn(census())),
  );
  const headline = createMemo(() => headlineOf(causes(), { total: rows().length, showing: showing() }));
  const went = createMemo(() => wentOfflineText(words, times, causes(), headline(), timeZone()));
  const said = createMemo(() => {
    const of = own();
    const isAlarm = headline().is === 'trouble' && (headline() as { isAlarm: boolean }).isAlarm;
    if (!of) return { sentences: headlineText(words, headline()), alarming: isAlarm ? 0 : -1, below: went() ?? null };
    return {
      sentences: placeHeadlineText(words, props.said.place!, of, headline()),
      alarming: isAlarm ? 1 : -1,
      below: offlineText(words, times, of, timeZone()),
    };
  });
  /** Only while nothing is wrong in the whole event. */
  const asksForMail = () => props.mail.outbox !== null && !props.mail.isPutOff() && census().troubled.length === 0;
  return (
    <>
      <Headline
        live={props.seen.live}
        timeZone={timeZone()}
        away={<AwayBanner seen={props.seen} anySign={census().rows[0]?.id} />}
      >
        <Show when={!asksForMail()} fallback={<MailBanner mail={props.mail} />}>
          <div class="flex items-center gap-6 max-[700px]:block max-[700px]:pt-3.5 max-[700px]:pb-3">
            <div class="min-w-0">
              <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
                <span classList={{ 'text-alarm': said().alarming === 0 }}>{said().sentences[0]}</span>{' '}
                <span classList={{ 'text-alarm': said().alarming === 1 }}>{said().sentences[1]}</span>
              </h1>
              <Show when={said().below}>
                <p class="mt-[3px] truncate text-ink-2" title={said().below!}>
                  {said().below}
                </p>
              </Show>
            </div>
            <p class="ml-auto flex-none text-end max-[700px]:mt-2.5 max-[700px]:flex max-[700px]:items-baseline max-[700px]:gap-1.5">
              <b class="text-24 leading-[1.15] font-[640] font-stretch-[104%] max-[700px]:text-18">
                {words.wall.figure(showing(), rows().length)}
              </b>
              <span class="mt-[3px] block text-12 text-ink-3">{words.wall.showing(showing())}</span>
            </p>
          </div>
        </Show>
      </Headline>
      <Announced sentence={said().sentences.join(' ')} />
    </>
  );
}
