import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import type { Trouble } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { useNow } from './use-now.ts';
import { makeRetries, waitMsOf } from '../live/retry-schedule.ts';
import { errorText } from './error-text.ts';

interface Made {
  lead: Accessor<string>;
  now(): void;
  /** The service said when to come again, and it is not yet then. */
  isHeld: Accessor<boolean>;
}

/** Tries again by itself as long as the component is shown. `why`: of the last failure, set anew at each. */
export function createRetries(why: Accessor<Trouble>, again: () => void): Made {
  const { words, clock, page, random, online } = useTools();
  const now = useNow();
  const [dueMs, setDue] = createSignal<number | null>(null);
  const tries = makeRetries({ clock, page, chance: random.float }, again, setDue);
  createEffect(on(why, tries.failed));
  onCleanup(tries.stop);
  /** What happened, and when the next try is; of what stays refused what to do. */
  const lead = (): string => {
    const trouble = why();
    if (waitMsOf(trouble, 0, 0) === null) return errorText(words, trouble);
    const { live } = words;
    const away = online.hasNetwork() ? 'unreachable' : 'noNetwork';
    const said = trouble === null ? away : trouble.code === 'unavailable' ? 'busy' : 'ourFault';
    const what = trouble?.code === 'rate_limited' ? live.often : live[said];
    const atMs = dueMs();
    now();
    const next = atMs === null ? live.now : live.again(Math.max(1, Math.ceil((atMs - clock.monotonicMs()) / 1_000)));
    return `${what} ${next}`;
  };
  return { lead, now: tries.now, isHeld: () => dueMs() !== null && why()?.retryAfterMs !== undefined };
}
