import { createSignal, onCleanup } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { useTools } from '../app-context.ts';
import { inSeconds } from '../ui/durations.ts';
import { Loading } from '../ui/loading.tsx';

/** Before this a page that loads says nothing of it: most are there by then. */
const SAYS_AFTER_MS = 400;

export function LoadingHeadline(props: { total: number | null }) {
  const { words, clock } = useTools();
  const fromMs = clock.now();
  const now = useNow(100);
  const since = () =>
    now() - fromMs < SAYS_AFTER_MS ? '' : words.states.seconds(inSeconds(now() - fromMs, words.common.language, 1));
  return <Loading title={words.states.loading(props.total)} since={since()} />;
}

/** The sentence is read out when it changes, and at most every 5 s. */
const READ_EVERY_MS = 5_000;

/** For who hears the page: the headline, politely. */
export function Announced(props: { sentence: string }) {
  const { clock } = useTools();
  const [said, setSaid] = createSignal('');
  const cancel = { now: () => {} };
  const step = (): void => {
    setSaid(props.sentence);
    cancel.now = clock.after(READ_EVERY_MS, step);
  };
  cancel.now = clock.after(READ_EVERY_MS, step);
  onCleanup(() => cancel.now());
  return (
    <p class="sr-only" role="status">
      {said()}
    </p>
  );
}
