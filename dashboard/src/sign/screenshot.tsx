import { createEffect, createMemo, createSignal, Match, on, onCleanup, Show, Switch } from 'solid-js';
import { readScreenshot } from '../api/read-screenshot.ts';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { durationText } from '../ui/durations.ts';
import { Mark } from '../ui/status-mark.tsx';
import { oldBecause } from './screenshot-staleness.ts';
import type { SignSeen } from './sign-page-context.ts';
import { screenshotLoader, type Shown } from './screenshot-loader.ts';

/** As wide as it is shown, on a dense screen. */
const WIDTH = 960;

/** The last picture of a sign, with its age; where it is not what the sign shows now, it says so and why. */
export function Shot(props: { seen: SignSeen }) {
  const { words, client, clock, times } = useWallTools();
  const said = words.sign.picture;
  const now = useNow();
  const sign = () => props.seen.sign();
  const [shown, setShown] = createSignal<Shown>();
  const [hasFailed, setFailed] = createSignal(false);
  const loader = screenshotLoader({
    clock,
    read: () => readScreenshot(client, sign().id, WIDTH),
    show(picture) {
      setFailed(false);
      setShown(picture);
    },
    fail: () => setFailed(true),
  });
  onCleanup(loader.stop);
  // Of each patch of the sign only another picture is one to load.
  const takenAt = createMemo(() => sign().screenshotAt);
  createEffect(on(takenAt, (at) => at !== null && loader.load(at)));
  const because = (at: string) => oldBecause(Date.parse(at), sign(), props.seen.now.value()?.screen ?? null, now());
  const age = (at: string) => durationText(now() - Date.parse(at));
  const ratio = () => {
    const screen = sign().device?.screen;
    return screen ? `${screen.width} / ${screen.height}` : '16 / 9';
  };
  return (
    <div class="relative max-h-[420px] w-full overflow-hidden bg-sunk" style={{ 'aspect-ratio': ratio() }}>
      <Switch
        fallback={
          <div class="grid h-full content-center justify-items-center gap-1 px-6 text-center text-ink-2">
            <b class="text-15 font-[600]">{said.none}</b>
            {said.noneLead}
          </div>
        }
      >
        <Match when={shown()}>
          {(picture) => (
            <>
              <img
                src={picture().src}
                alt={said.alt(sign().name)}
                class="size-full object-contain"
                classList={{ 'opacity-35 grayscale': because(picture().at) !== null }}
              />
              <Show
                when={because(picture().at)}
                fallback={
                  <span class="absolute bottom-0 left-0 bg-[rgba(8,9,10,0.86)] px-2.5 py-1 text-12 text-white">
                    {said.age(
                      times.said(Date.parse(picture().at), 'seconds', props.seen.event.timeZone),
                      age(picture().at),
                    )}
                  </span>
                }
              >
                {(why) => (
                  <span class="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-caution-fill px-2.5 py-1 text-12 font-[600] text-on-caution">
                    <Mark is="expired" size={13} />
                    {said.because[why()](age(picture().at))}
                  </span>
                )}
              </Show>
            </>
          )}
        </Match>
        <Match when={hasFailed()}>
          <div class="grid h-full place-items-center text-ink-2">{said.failed}</div>
        </Match>
        <Match when={sign().screenshotAt !== null}>
          <span />
        </Match>
      </Switch>
    </div>
  );
}
