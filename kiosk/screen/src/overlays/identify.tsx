import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createEffect, createSignal, onCleanup, type JSX } from 'solid-js';
import { blinkAt } from '../decisions/blink.ts';
import type { IdentifyOverlay } from '../model.ts';
import { ShortCode } from '../parts/short-code.tsx';
import { useWords } from '../parts/use-words.ts';
import type { IDENTIFY } from '../words/english-words.ts';

/** The code, large, blinking once a second in step with the phone that found it (K12, D6). `overlay`: when it begins and ends, by the monotonic clock. `asked`: why it is shown, which decides the words below the code. */
export function Identify(props: { overlay: IdentifyOverlay; asked: keyof typeof IDENTIFY; clock: Clock }): JSX.Element {
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
  const { IDENTIFY: said } = useWords();
  const words = () => said[props.asked];
  return (
    <div class="message">
      <ShortCode class="tile" code={props.overlay.shortCode} dark={!bright()} />
      <h1>{words().title}</h1>
      <p>{words().below}</p>
    </div>
  );
}
