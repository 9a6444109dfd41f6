import { A } from '@solidjs/router';
import { createMemo, Index, Show } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { SEVERITIES, type MarkName } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { factsOfChain, type Fact } from './chain-facts.ts';
import { chainOf, type Link } from './status-chain.ts';
import type { SignSeen } from './sign-page-context.ts';

const COLOURS = { alarm: 'text-alarm', caution: 'text-caution', note: 'text-note', quiet: '', good: '' };
const DASHED = 'bg-[repeating-linear-gradient(90deg,var(--dash)_0_6px,transparent_6px_12px)]';

/** The line to the next link, whose colour is the fault's. */
const Line = (props: { link: Link }) => (
  <Show when={props.link.line}>
    {(line) => (
      <span
        class="-mr-2 h-0.5 flex-1 max-[700px]:hidden"
        classList={{
          'bg-ink opacity-75': line() === 'whole',
          [`${DASHED} [--dash:var(--line-strong)]`]: line() === 'unknown',
          [DASHED]: line() === 'broken',
          '[--dash:var(--alarm)]':
            line() === 'broken' && props.link.mark !== null && SEVERITIES[props.link.mark] === 'alarm',
          '[--dash:var(--caution)]':
            line() === 'broken' && props.link.mark !== null && SEVERITIES[props.link.mark] !== 'alarm',
        }}
      />
    )}
  </Show>
);

function LinkView(props: { link: Link; facts: readonly Fact[]; isOld: boolean }) {
  const { words } = useWallTools();
  const said = words.sign.chain;
  const word = (mark: MarkName): string => said.content[mark as keyof typeof said.content] ?? words.marks[mark];
  const isService = () => props.link.is === 'service';
  return (
    <li
      class="relative min-w-0 py-3.5 pr-4 first:pl-4 max-[700px]:border-t max-[700px]:border-line max-[700px]:px-4 max-[700px]:py-2.5 max-[700px]:first:border-t-0"
      data-broken={props.link.isBroken ? '' : undefined}
    >
      <div
        class={`flex h-7 items-center gap-2.5 max-[700px]:h-auto max-[700px]:min-h-7 ${props.isOld ? 'text-ink-2' : props.link.mark === null || props.link.isThen ? '' : COLOURS[SEVERITIES[props.link.mark]]}`}
      >
        <Show when={!isService() && props.link.mark}>{(mark) => <Mark is={mark()} size={20} />}</Show>
        <h2
          class="whitespace-nowrap max-[700px]:whitespace-normal"
          classList={{
            'text-18 font-[640]': !isService(),
            'text-15 font-[580] text-ink-2': isService() && !props.link.isBroken,
            'text-15 font-[580]': isService() && props.link.isBroken,
          }}
        >
          {isService()
            ? said.service
            : props.link.isThen
              ? said.was(words.marks[props.link.mark!])
              : word(props.link.mark!)}
        </h2>
        <Line link={props.link} />
      </div>
      <dl class="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-[3px] text-12">
        <Index each={props.facts}>
          {(fact) => (
            <>
              <dt class="whitespace-nowrap text-ink-3" classList={{ 'sr-only': fact().label === '' }}>
                {fact().label || said.service}
              </dt>
              <dd
                classList={{ truncate: fact().label !== '', 'col-span-2 text-ink-3': fact().label === '' }}
                title={fact().said}
              >
                <Show when={fact().href} fallback={fact().said}>
                  {(href) => <A href={href()}>{fact().said}</A>}
                </Show>
                <Show when={fact().code}>
                  {(code) => (
                    <>
                      , <span class="font-mono font-[500] tracking-[0.01em]">{code()}</span>
                    </>
                  )}
                </Show>
              </dd>
            </>
          )}
        </Index>
      </dl>
    </li>
  );
}

/** From us to the screen, link by link, with what is known of each. `isOld`: the page is not live, and what it says is of then. */
export function ChainView(props: { seen: SignSeen; isOld?: boolean }) {
  const { words, times } = useWallTools();
  const clock = useNow();
  const isHeld = () => props.seen.live.feed().warmUps.length > 0;
  const links = createMemo(() => chainOf(props.seen.sign(), isHeld()));
  const facts = createMemo(() =>
    factsOfChain(words, times, {
      sign: props.seen.sign(),
      now: props.seen.now.value(),
      isHeld: isHeld(),
      timeZone: props.seen.event.timeZone,
      nowMs: clock(),
    }),
  );
  return (
    <ol
      aria-label={words.sign.chain.label}
      class="-mx-4 grid min-h-[119px] grid-cols-[150px_1fr_1fr_1fr] border-y border-line bg-surface max-[700px]:-mx-3.5 max-[700px]:grid-cols-1"
    >
      <Index each={links()}>
        {(link) => <LinkView link={link()} facts={facts()[link().is]} isOld={props.isOld ?? false} />}
      </Index>
    </ol>
  );
}
