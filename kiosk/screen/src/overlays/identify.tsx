import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createEffect, createSignal, onCleanup, type JSX } from 'solid-js';
import { blinkAt } from '../decisions/blink.ts';
import type { IdentifyOverlay } from '../model.ts';
import { ShortCode } from '../parts/short-code.tsx';
import { useWords } from '../parts/use-words.ts';

/** The code, large, blinking once a second in step with the phone that found it (K12, D6). `overlay`: its times by the monotonic clock. `claimable`: the sign below is not claimed yet. */
export function Identify(props: { overlay: IdentifyOverlay; claimable: boolean; clock: Clock }): JSX.Element {
  const [bright, setBright] = createSignal(true);
  createEffect(() => {
    const { startsAtMs } = props.overlay;
    let cancel = (): void => {};
    const turn = (): void => {
      const blink = blinkAt(startsAtMs, props.clock.monotonicMs());
      setBright(blink.bright);
      cancel = props.clock.after(blink.changesInMs, turn);
    };
    turn();
    onCleanup(() => cancel());
  });
  const { IDENTIFY } = useWords();
  const words = () => (props.claimable ? IDENTIFY.claim : IDENTIFY.find);
  return (
    <div class="message">
      <ShortCode class="tile" code={props.overlay.shortCode} dark={!bright()} />
      <h1>{words().title}</h1>
      <p>{words().below}</p>
    </div>
  );
}
