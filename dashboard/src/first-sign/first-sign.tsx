import { Show } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { Button } from '../ui/button.tsx';
import type { Adding } from './create-add-sign-state.ts';
import { Headline } from '../event/live-notice.tsx';
import { useFirstTools, WithFirstWords } from './first-sign-context.ts';
import { VirtualSign } from './virtual-sign.tsx';
import { Ways } from './add-sign-options.tsx';

interface Props {
  seen: Seen;
  hasSigns: boolean;
  adding: Adding;
  onPrepare(): void;
}

function ThreeWays(props: Props) {
  const { words } = useFirstTools();
  const said = words.first;
  return (
    <>
      <Headline isWithoutSigns live={props.seen.live} timeZone={props.seen.event.timeZone}>
        <div class="flex items-center gap-6 max-[700px]:py-3">
          <div class="min-w-0">
            <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%]">
              {props.hasSigns ? said.moreTitle : said.title}
            </h1>
            <p class="text-ink-2">{said.lead}</p>
          </div>
          <Show
            when={props.hasSigns}
            fallback={
              <p class="ms-auto text-end max-[700px]:hidden">
                <b class="block text-24 leading-none font-[640]">0</b>
                <span class="text-12 text-ink-2">{said.signs}</span>
              </p>
            }
          >
            <div class="ms-auto flex-none">
              <Button onClick={() => props.adding.close()}>{said.showWall}</Button>
            </div>
          </Show>
        </div>
      </Headline>
      <Ways
        seen={props.seen}
        mayClaim={props.seen.role !== 'viewer'}
        onBrowser={() => props.adding.show('virtual')}
        onPrepare={() => props.onPrepare()}
      />
    </>
  );
}

/**
 * Three ways to the first sign of an event, or to one more. An open virtual sign stays until the operator closes it,
 * also after its claim.
 */
export const FirstSign = (props: Props) => (
  <WithFirstWords>
    <Show when={props.adding.is() === 'virtual'} fallback={<ThreeWays {...props} />}>
      <VirtualSign
        seen={props.seen}
        onOtherWays={() => props.adding.otherWays()}
        onClose={() => props.adding.close()}
        onPrepare={() => props.onPrepare()}
      />
    </Show>
  </WithFirstWords>
);
