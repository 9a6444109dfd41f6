import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createSignal, For, onCleanup, Show, type Component } from 'solid-js';
import type { ToastWords } from './toast-region.tsx';

/** Notices of what was done. What they stand on is a script of its own, which a page does not wait for. */

/** There from the first notice on, also on every later page. */
const [part, setPart] = createSignal<Component<{ words: ToastWords }>>();
async function region() {
  const came = await import('./toast-region.tsx');
  setPart(() => came.Toasts);
  return came;
}

/** When a page stands, on a slow machine too: its own scripts come first. Where there is something to say earlier, it comes at once. */
const THERE_AFTER_MS = 5_000;

interface Plain {
  said: string;
  action: string;
  words: ToastWords;
  undo: (() => void) | undefined;
}

/** What was to be shown by a script that can't be fetched. */
const [plain, setPlain] = createSignal<readonly Plain[]>([]);

/**
 * Says what was done, at the edge of the page, politely. `undo` takes it back. `action`: what it is about; a later notice of the same takes the place of this one.
 * Left out, the same words are the same deed. `forMs`: how long it stays, where that is not the usual.
 */
export function showToast(said: string, words: ToastWords, undo?: () => void, action = said, forMs?: number): void {
  void region().then(
    ({ showHere }) => showHere(said, words, undo, action, forMs),
    (error: unknown) => {
      reportError(error);
      setPlain((all) => [...all.filter((one) => one.action !== action), { said, action, words, undo }]);
    },
  );
}

/** The notices without the script: each stays until it is closed. */
const PlainToasts = () => (
  <div role="status" class="fixed inset-x-0 bottom-0 z-40 mx-auto grid w-fit max-w-full gap-2 p-3">
    <For each={plain()}>
      {(one) => {
        const close = () => setPlain((all) => all.filter((other) => other !== one));
        const button = (said: string, run: () => void) => (
          <button type="button" class="min-h-12 px-2.5 underline" onClick={() => (close(), run())}>
            {said}
          </button>
        );
        return (
          <p class="flex items-center gap-3.5 rounded-lg bg-ink ps-4 pe-1.5 text-ground" dir="auto">
            {one.said}
            <Show when={one.undo}>{(undo) => button(one.words.undo, undo())}</Show>
            {button(one.words.close, () => undefined)}
          </p>
        );
      }}
    </For>
  </div>
);

/** Where they are shown, once a page. */
export function Toasts(props: { words: ToastWords; clock: Clock }) {
  // The page does not need it yet: what there is to say is shown without it.
  const fetch = () => region().catch(() => undefined);
  onCleanup(props.clock.after(THERE_AFTER_MS, fetch));
  return (
    <Show when={part()} keyed fallback={<PlainToasts />}>
      {(Region) => <Region words={props.words} />}
    </Show>
  );
}
