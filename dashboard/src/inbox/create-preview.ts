import type { Subscription, SubscriptionPreview } from '@sign-display/contracts/rest/subscriptions';
import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { asked } from '../api/session.ts';
import { useInboxTools } from '../inbox-context.ts';
import { withoutPast } from './snoozes.ts';

/** Several changes in this time make one request. */
const DEBOUNCE_MS = 400;

export type PreviewState =
  { is: 'counting' | 'invalid' | 'failed' } | { is: 'known'; counts: SubscriptionPreview['counts'] };

/**
 * Counts the messages that the settings would have brought in the last 24 hours (D18). `body` is null while the
 * settings can't be saved.
 */
export function createPreview(eventId: string, body: Accessor<Subscription | null>): Accessor<PreviewState> {
  const { client, clock } = useInboxTools();
  const [state, setState] = createSignal<PreviewState>({ is: 'counting' });
  let reading: AbortController | null = null;

  async function read(wanted: Subscription): Promise<void> {
    const mine = new AbortController();
    reading = mine;
    try {
      const answer = await asked(
        client.call('POST /api/events/:id/subscription/preview', {
          params: { id: eventId },
          // A snooze that has ended is no setting any more, but the service would count it over the last 24 hours.
          body: withoutPast(wanted, clock.now()),
          signal: mine.signal,
        }),
      );
      if (mine.signal.aborted) return;
      if (answer.ok) setState({ is: 'known', counts: answer.body.counts });
      else setState({ is: answer.body?.code === 'validation_failed' ? 'invalid' : 'failed' });
    } catch (error) {
      if (!mine.signal.aborted) throw error;
    }
  }
  createEffect(
    on(body, (wanted, _, isLater: boolean | undefined) => {
      reading?.abort();
      if (wanted === null) setState({ is: 'invalid' });
      // The first count does not wait. Later on, the page shows the last count until the next one is known.
      else onCleanup(clock.after(isLater ? DEBOUNCE_MS : 0, () => void read(wanted)));
      return true;
    }),
  );
  onCleanup(() => reading?.abort());
  return state;
}
