import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createUniqueId, Show, type JSX } from 'solid-js';
import { useSearchParams } from '@solidjs/router';
import { EventTime } from '../features/event-time.tsx';
import { useNow } from '../features/use-now.ts';
import { useTools } from '../app-context.ts';
import { inSeconds } from '../ui/durations.ts';
import { bare, headAndTail, spaced } from '../ui/code-and-url-format.ts';
import { Mark } from '../ui/status-mark.tsx';
import { CLAIM_STAGES, codeOf, resultOf, stageOf, type ClaimResult } from './attempt-stages-and-filter.ts';
import { outcomeText } from './outcome-text.ts';

const LOOKS: Record<ClaimResult, { mark: 'sent' | 'acked' | 'failed' | 'refused'; class: string }> = {
  'under-way': { mark: 'sent', class: 'text-note' },
  claimed: { mark: 'acked', class: 'text-good' },
  failed: { mark: 'failed', class: 'text-alarm font-[620]' },
  refused: { mark: 'refused', class: 'text-caution font-[620]' },
};

const COLUMNS =
  'grid items-center gap-x-4 px-4 @min-[62.5rem]:grid-cols-[4.5rem_minmax(0,1fr)_4.5rem_minmax(0,1.6fr)_minmax(0,1.4fr)_56px_minmax(0,2.4fr)_4rem] @min-[62.5rem]:min-h-[34px] @max-[62.5rem]:grid-cols-[minmax(0,1fr)_auto] @max-[62.5rem]:gap-y-0.5 @max-[62.5rem]:py-2.5';

/** A dot a stage: come so far, broken here, under way here, or not come to. */
const HowFar = (props: { reached: number; isBroken: boolean; isUnderWay: boolean }) => (
  <span class="inline-flex items-center gap-1" aria-hidden="true">
    {CLAIM_STAGES.map((_, index) => (
      <i
        class="rounded-full border-[1.5px]"
        classList={{
          'filled size-2 border-ink-3 bg-ink-3': index < props.reached,
          'filled size-2.5 border-alarm-fill bg-alarm-fill': index === props.reached && props.isBroken,
          'filled size-2 border-note bg-[linear-gradient(90deg,var(--note)_50%,transparent_50%)]':
            index === props.reached && props.isUnderWay,
          'size-2 border-line-strong':
            index > props.reached || (index === props.reached && !props.isBroken && !props.isUnderWay),
        }}
      />
    ))}
  </span>
);

const Outcome = (props: { result: ClaimResult; children: JSX.Element }) => (
  <span class={`inline-flex min-w-0 items-center gap-1.5 ${LOOKS[props.result].class}`}>
    <Mark is={LOOKS[props.result].mark} size={13} />
    {props.children}
  </span>
);

const Fact = (props: { label: string; children: JSX.Element }) => (
  <>
    <dt class="text-ink-3">{props.label}</dt>
    <dd class="min-w-0 break-words">{props.children}</dd>
  </>
);

/** How long an attempt has been under way. */
function SoFar(props: { since: string }) {
  const { words } = useTools();
  const now = useNow(1_000);
  const ms = () => Math.max(0, now() - Date.parse(props.since));
  return <>{words.claims.seconds(inSeconds(ms(), words.common.language, 0))}</>;
}

interface AttemptRowProps {
  attempt: ClaimAttempt;
  /** Null where no record was made; undefined until the event's signs are known. */
  sign: SignRow | null | undefined;
  timeZone: string;
}

/** One attempt in a line; opened, what else is known of it. Which one is open is in the address. */
export function AttemptRow(props: AttemptRowProps) {
  const { words } = useTools();
  const said = words.claims;
  const id = createUniqueId();
  const [search, setSearch] = useSearchParams<{ attempt: string }>();
  const isOpen = () => search.attempt === props.attempt.id;
  const reached = () => {
    const { outcome } = props.attempt;
    return outcome === 'committed' ? CLAIM_STAGES.length : CLAIM_STAGES.indexOf(stageOf(props.attempt));
  };
  const page = () => (props.attempt.url === null ? [said.noPage, ''] : headAndTail(bare(props.attempt.url)));
  const isUnderWay = () => props.attempt.outcome === null;
  const took = () => {
    const { durationMs } = props.attempt;
    return durationMs === null ? '' : said.seconds(inSeconds(durationMs, words.common.language));
  };
  const app = (version: string): string => {
    const { platform, screen } = props.attempt.device;
    const size = screen && `${screen.width} × ${screen.height}`;
    return [version, platform, size].filter(Boolean).join(', ');
  };
  /** As the record is called now; else as it was to be called. */
  const name = () => props.sign?.name ?? props.attempt.name;
  return (
    <li class="border-b border-line" classList={{ 'bg-surface': isOpen() }}>
      <button
        type="button"
        class={`${COLUMNS} w-full text-start hover:bg-surface`}
        aria-expanded={isOpen()}
        aria-controls={id}
        onClick={() => setSearch({ attempt: isOpen() ? undefined : props.attempt.id }, { replace: true })}
      >
        <span class="@max-[62.5rem]:order-3 @max-[62.5rem]:text-ink-3">
          <EventTime at={props.attempt.at} shape="seconds" timeZone={props.timeZone} />
        </span>
        <span
          class="flex min-w-0 @max-[62.5rem]:order-4 @max-[62.5rem]:justify-end @max-[62.5rem]:text-ink-3"
          title={props.attempt.actor?.name}
        >
          <bdi class="truncate">{props.attempt.actor?.name ?? said.nobody}</bdi>
        </span>
        <span class="font-mono font-[500] whitespace-nowrap @max-[62.5rem]:order-2">
          {spaced(props.attempt.device.shortCode)}
        </span>
        <span
          class="flex min-w-0 items-baseline gap-1 @max-[62.5rem]:order-1 @max-[62.5rem]:text-15"
          title={name() ?? undefined}
        >
          <bdi class="min-w-0 truncate font-[580]">{name()}</bdi>
          <bdi class="min-w-0 truncate text-ink-3 @max-[62.5rem]:hidden">{props.attempt.location}</bdi>
        </span>
        <span
          class="flex min-w-0 font-mono text-[calc(11.5rem/16)] font-[500] text-ink-3 @max-[62.5rem]:hidden"
          title={props.attempt.url ?? undefined}
          dir="ltr"
        >
          <span class="min-w-0 truncate">{page()[0]}</span>
          <span class="flex-none">{page()[1]}</span>
        </span>
        <span class="@max-[62.5rem]:order-6 @max-[62.5rem]:self-center @max-[62.5rem]:justify-self-end max-[12em]:hidden">
          <HowFar
            reached={reached()}
            isBroken={!isUnderWay() && resultOf(props.attempt) !== 'claimed'}
            isUnderWay={isUnderWay()}
          />
        </span>
        <span class="min-w-0 truncate @max-[62.5rem]:order-5 @max-[62.5rem]:whitespace-normal max-[12em]:col-span-2">
          <Outcome result={resultOf(props.attempt)}>{outcomeText(words, props.attempt)}</Outcome>
        </span>
        <span class="text-end @max-[62.5rem]:hidden">
          <Show when={isUnderWay()} fallback={took()}>
            <SoFar since={props.attempt.at} />
          </Show>
        </span>
      </button>
      <Show when={isOpen()}>
        <dl id={id} class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 pt-1 pb-4 text-[calc(12.5rem/16)]">
          <Fact label={said.sign}>
            <bdi>{name()}</bdi> <bdi class="text-ink-3">{props.attempt.location}</bdi>{' '}
            <Show when={props.sign === null && !isUnderWay() && props.attempt.outcome !== 'committed'}>
              <span class="text-ink-3">{said.notARecord}</span>
            </Show>
          </Fact>
          <Show when={props.attempt.startedAt}>
            {(at) => (
              <Fact label={said.started}>
                <EventTime at={at()} shape="daySeconds" timeZone={props.timeZone} />
              </Fact>
            )}
          </Show>
          <Fact label={said.submitted}>
            <EventTime at={props.attempt.submittedAt} shape="daySeconds" timeZone={props.timeZone} />
          </Fact>
          <Fact label={said.page}>
            <span class="font-mono font-[500]">{props.attempt.url ?? said.noPage}</span>
          </Fact>
          <Show when={props.attempt.httpStatus}>{(status) => <Fact label={said.httpStatus}>{status()}</Fact>}</Show>
          <Show when={props.attempt.detail}>{(detail) => <Fact label={said.said}>{detail()}</Fact>}</Show>
          <Show when={!isUnderWay()}>
            <Fact label={said.took}>{took()}</Fact>
          </Show>
          <Show when={props.attempt.loadMs}>
            {(ms) => <Fact label={said.loaded}>{said.seconds(inSeconds(ms(), words.common.language))}</Fact>}
          </Show>
          <Show when={props.attempt.replays}>
            {(replays) => <Fact label={said.replays}>{said.replayed(replays())}</Fact>}
          </Show>
          <Show when={props.attempt.handshake === 'legacy'}>
            <Fact label={said.proof}>{said.notProved}</Fact>
          </Show>
          <Fact label={said.code}>
            <span class="font-mono font-[500]">{codeOf(props.attempt)}</span>
          </Fact>
          <Fact label={said.device}>
            <span class="font-mono font-[500]">{props.attempt.device.signId}</span>
          </Fact>
          <Show when={props.attempt.device.macAddress}>
            {(mac) => <Fact label={said.mac}>{[mac(), props.attempt.device.address].filter(Boolean).join(', ')}</Fact>}
          </Show>
          <Show when={props.attempt.device.appVersion}>
            {(version) => <Fact label={said.app}>{app(version())}</Fact>}
          </Show>
          <Fact label={said.attempt}>
            <span class="font-mono font-[500]">{props.attempt.requestId}</span>
          </Fact>
        </dl>
      </Show>
    </li>
  );
}
