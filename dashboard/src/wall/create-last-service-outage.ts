import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import type { Absence } from '@sign-display/contracts/rest/event-figures';
import { createEffect, createMemo, createSignal, onCleanup, type Accessor } from 'solid-js';
import { asked } from '../api/session.ts';
import { useWallTools } from '../wall-context.ts';
import { absenceBefore, startedAt, type Span } from './offline-verdict-wait.ts';

/**
 * When the service was away, where verdicts wait for that: asked once for each such wait, when the page is live again. The strips of any sign tell it. Null while it is
 * not known; what can't be read stays unknown.
 */
export function createServiceAbsence(props: {
  eventId: string;
  anySign: Accessor<string | undefined>;
  warmUps: Accessor<readonly NodeWarmUp[]>;
  isLive: Accessor<boolean>;
}): Accessor<Span | null> {
  const { client } = useWallTools();
  const [known, setKnown] = createSignal<readonly Absence[]>([]);
  let isGone = false;
  onCleanup(() => (isGone = true));
  const signToAsk = createMemo(() =>
    props.isLive() && startedAt(props.warmUps()) !== null ? props.anySign() : undefined,
  );
  createEffect(() => {
    const signIds = signToAsk();
    if (signIds === undefined) return;
    const request = client.call('GET /api/events/:id/strips', { params: { id: props.eventId }, query: { signIds } });
    void asked(request).then((answer) => {
      if (!isGone && answer.ok) setKnown(answer.body.away);
    });
  });
  return createMemo(() => absenceBefore(props.warmUps(), known()), null, {
    equals: (one, other) => one?.fromMs === other?.fromMs && one?.toMs === other?.toMs,
  });
}
