import type { Clock } from '@sign-display/contracts/ports';
import { createSignal, onCleanup, Show } from 'solid-js';
import { later } from './later.tsx';
import type { ToastWords } from './toast-region.tsx';

/** Notices of what was done. What they stand on is a script of its own, which a page does not wait for. */

const region = () => import('./toast-region.tsx');
const Region = later(async () => (await region()).Toasts);

/** When a page stands. A notice that is earlier waits for it. */
const THERE_AFTER_MS = 2_000;

/** Says what was done, at the edge of the page, politely. `undo` takes it back. */
export function showToast(said: string, words: ToastWords, undo?: () => void): void {
  void region().then(({ showHere }) => showHere(said, words, undo), reportError);
}

/** Where they are shown, once a page. */
export function Toasts(props: { words: ToastWords; clock: Clock }) {
  const [isThere, setThere] = createSignal(false);
  let isGone = false;
  // Shown once its script has come: a network that is cut meanwhile must not break the page.
  const fetchSoon = (): (() => void) =>
    props.clock.after(THERE_AFTER_MS, () =>
      region().then(
        () => setThere(true),
        () => void (isGone || (cancel = fetchSoon())),
      ),
    );
  let cancel = fetchSoon();
  onCleanup(() => {
    isGone = true;
    cancel();
  });
  return (
    <Show when={isThere()}>
      <Region words={props.words} />
    </Show>
  );
}
