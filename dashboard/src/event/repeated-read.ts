import { createSignal, onCleanup, onMount, type Accessor } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { createPolling } from './polling.ts';
import { useTools } from '../app-context.ts';

type Answer<Body> = { ok: true; body: Body } | { ok: false; body: Trouble };

export interface Reading<Body> {
  /** The last that was read; undefined before the first. What is known stays while it is read again, and where that fails. */
  value: Accessor<Body | undefined>;
  /** Why the last try brought nothing. */
  trouble: Accessor<{ why: Trouble } | undefined>;
  /** When the last was read that is known, where a later try brought nothing; null: it is as fresh as can be, or nothing is known. */
  notSince: Accessor<number | null>;
  /** At once. */
  read(): void;
  /** Soon: at most once in `restMs`. */
  want(): void;
}

/**
 * What one route answers, read when the component is shown and when it is wanted. `restMs`: of `want`. `first`: runs the first reading when there is room for it; left
 * out: at once.
 */
export function createRepeatedRead<Body>(
  restMs: number | (() => number),
  ask: () => Promise<Answer<Body>>,
  first: (read: () => void) => void = (read) => read(),
): Reading<Body> {
  const { clock } = useTools();
  const [value, setValue] = createSignal<Body>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const [readAtMs, setReadAt] = createSignal<number>();
  const asking = createPolling(
    clock,
    restMs,
    async (): Promise<Answer<Body>> => asked(ask()),
    (answer) => {
      setTrouble(answer.ok ? undefined : { why: answer.body });
      if (!answer.ok) return;
      setReadAt(clock.now());
      setValue(() => answer.body);
    },
  );
  let isGone = false;
  onMount(() => first(() => isGone || asking.read()));
  onCleanup(() => {
    isGone = true;
    asking.stop();
  });
  const notSince = () => (trouble() ? (readAtMs() ?? null) : null);
  return { value, trouble, notSince, read: asking.read, want: asking.want };
}

/** Runs `task` every `everyMs` while the component is shown. */
export function useEvery(everyMs: number, task: () => void): void {
  const { clock } = useTools();
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = clock.after(everyMs, () => {
      task();
      wait();
    });
  };
  onMount(wait);
  onCleanup(() => cancel());
}
