import { createMemo, type Accessor } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import type { Live } from '../live/live-subscriptions.ts';
import { useTools } from '../app-context.ts';

/** A connection that is back at once is no news. */
const SAID_AFTER_MS = 1_000;

/** What is to be known before anything else: `old`: the page isn't live; `away`: the service was away, and verdicts wait. Null: nothing of that. */
export function createPageNotice(live: Live): Accessor<'old' | 'away' | null> {
  const { clock } = useTools();
  const now = useNow();
  return createMemo(() => {
    const { trueUntil, step, warmUps } = live.feed();
    const isOld =
      trueUntil !== null
        ? Math.max(now(), clock.now()) - trueUntil >= SAID_AFTER_MS
        : ['waiting', 'ended'].includes(step.is);
    if (isOld) return 'old';
    return warmUps.length > 0 ? 'away' : null;
  });
}
