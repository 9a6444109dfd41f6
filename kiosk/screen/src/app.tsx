import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createMemo, createSignal, Match, onCleanup, Show, Switch, type JSX } from 'solid-js';
import type { KioskBridge, Language } from './bridge.ts';
import { byMonotonicClock, isOver } from './decisions/blink.ts';
import { driftAt } from './decisions/burn-in-drift.ts';
import { Claiming } from './faces/claiming.tsx';
import { Code } from './faces/code.tsx';
import { FirstStart } from './faces/first-start.tsx';
import { Ready } from './faces/ready.tsx';
import { Updating } from './faces/updating.tsx';
import { readScreenModel, type Face, type IdentifyOverlay, type ScreenModel } from './model.ts';
import { Identify } from './overlays/identify.tsx';
import { Release } from './overlays/release.tsx';
import { Centred } from './parts/centred-message.tsx';
import { createWindowSize, type WindowSize } from './parts/window-size.ts';
import { createNow } from './parts/create-now.ts';
import { useWords, WordsContext } from './parts/use-words.ts';
import { english } from './words/english.ts';
import { german } from './words/german.ts';

/** Countdowns are told in seconds, and the drift moves by less than a pixel in one. */
const TICK_MS = 1_000;

const START: ScreenModel = { face: { kind: 'black' }, overlay: null, rotation: 0 };

const CATALOGUES: Record<Language, typeof english> = { en: english, de: german };

interface AppProps {
  bridge: KioskBridge;
  clock: Clock;
  language?: Language;
  /** The sign is in a frame of the page whose form claims it. */
  isFramed?: boolean;
}

/** The whole of the sign's own screen: the newest good model, drawn. A wrong one is dropped, and the screen stays as it is. */
export function App(props: AppProps): JSX.Element {
  const [model, setModel] = createSignal(START);
  onCleanup(props.bridge.onModel((value) => void setModel((old) => readScreenModel(value) ?? old)));
  // Below a page there is nothing to move.
  const isSeen = createMemo(() => model().face.kind !== 'black' || model().overlay !== null);
  const now = createNow(props.clock, TICK_MS, isSeen);
  const isCovered = createMemo(() => model().overlay !== null);
  const tick = createNow(props.clock, TICK_MS, isCovered, () => props.clock.monotonicMs());
  const size = createWindowSize();

  const overlay = <Kind extends 'identify' | 'release'>(kind: Kind) => {
    const one = model().overlay;
    return one?.kind === kind ? (one as Extract<typeof one, { kind: Kind }>) : undefined;
  };
  const asked = createMemo(() => overlay('identify'), undefined, { equals: isSameIdentify });
  /** By the monotonic clock from the moment of the request: the machine's own clock may be set while the code is up. */
  const steady = createMemo(() => {
    const one = asked();
    return one && byMonotonicClock(one, { nowMs: props.clock.now(), monotonicMs: props.clock.monotonicMs() });
  });
  const identify = () => {
    const one = steady();
    // Asked again with each tick.
    tick();
    return one && !isOver(one, props.clock.monotonicMs()) ? one : undefined;
  };
  const asker = () => (!isClaimable(model().face) ? 'find' : props.isFramed ? 'framed' : 'claim');
  const isOnItsSide = () => model().rotation % 180 !== 0;
  const isUpright = () => size().height > size().width !== isOnItsSide();
  const drift = () => {
    const { x, y } = driftAt(now(), unitOf(size()));
    return `translate(${x}px, ${y}px)`;
  };
  return (
    <WordsContext.Provider value={CATALOGUES[props.language ?? 'en']}>
      <main class={`sign turned-${model().rotation} ${isUpright() ? 'upright' : ''}`}>
        <div class="drift" style={{ transform: drift() }}>
          <Show
            when={identify()}
            fallback={
              <Show
                when={overlay('release')}
                fallback={<FaceOf face={model().face} nowMs={now()} bridge={props.bridge} />}
              >
                {(release) => <Release overlay={release()} bridge={props.bridge} clock={props.clock} />}
              </Show>
            }
          >
            {(shown) => <Identify overlay={shown()} asked={asker()} clock={props.clock} />}
          </Show>
        </div>
      </main>
    </WordsContext.Provider>
  );
}

type Maybe<One> = One | undefined;
const isSameIdentify = (one: Maybe<IdentifyOverlay>, other: Maybe<IdentifyOverlay>): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** `--u` of sign.css in pixels. */
const unitOf = ({ width, height }: WindowSize): number =>
  Math.min(Math.min(width, height), 0.5625 * Math.max(width, height)) / 100;

const isClaimable = ({ kind }: Face): boolean => kind === 'code' || kind === 'claiming';

function FaceOf(props: { face: Face; nowMs: number; bridge: KioskBridge }): JSX.Element {
  const { QUARANTINED, RESTARTING } = useWords();
  const face = <Kind extends Face['kind']>(kind: Kind) =>
    props.face.kind === kind ? (props.face as Extract<Face, { kind: Kind }>) : undefined;
  return (
    <Switch>
      <Match when={face('code')}>{(shown) => <Code face={shown()} nowMs={props.nowMs} />}</Match>
      <Match when={face('claiming')}>{(shown) => <Claiming face={shown()} nowMs={props.nowMs} />}</Match>
      <Match when={face('ready')}>{(shown) => <Ready face={shown()} />}</Match>
      <Match when={face('quarantined')}>
        {(shown) => (
          <Centred
            message={QUARANTINED[shown().code]}
            foot={[shown().code, shown().macAddress].filter((one) => one !== null).join(', ')}
          />
        )}
      </Match>
      <Match when={face('updating')}>{(shown) => <Updating face={shown()} />}</Match>
      <Match when={face('first_start')}>
        {(shown) => <FirstStart face={shown()} submit={(text) => props.bridge.submitAddress(text)} />}
      </Match>
      <Match when={face('restarting')}>{(shown) => <Centred message={RESTARTING[shown().what]} />}</Match>
    </Switch>
  );
}
