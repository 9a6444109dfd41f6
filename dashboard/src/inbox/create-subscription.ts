import type { PutSubscriptionRequest, Subscription } from '@sign-display/contracts/rest/subscriptions';
import { createSignal, type Accessor } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { useInboxTools, type InboxTools } from '../inbox-context.ts';
import { withoutPast, withoutSigns } from './snoozes.ts';

/** The caller's subscription to one event. */
export interface SubscriptionStore {
  /** Undefined until the subscription is read. */
  value: Accessor<Subscription | undefined>;
  trouble: Accessor<{ why: Trouble } | undefined>;
  read(): Promise<void>;
  /**
   * Reads the present subscription and changes that, so that changes of another tab stay. Resolves with the
   * subscription before and after, or with the reason why the change failed.
   */
  change(
    step: (known: Subscription) => Subscription,
  ): Promise<{ ok: true; before: Subscription; after: Subscription } | { ok: false; why: Trouble }>;
}

const SIGN_PATH = /^\/snoozedSigns\/(\d+)$/;

/** Returns the positions of the snoozed signs that the service refused; null if it refused anything else as well. */
function refusedSigns(why: Trouble): number[] | null {
  const found = (why?.errors ?? []).map(({ path }) => SIGN_PATH.exec(path)?.[1]);
  return found.length > 0 && found.every((nth) => nth !== undefined) ? found.map(Number) : null;
}

function createStore({ client, clock }: InboxTools, eventId: string): SubscriptionStore {
  const params = { id: eventId };
  const [value, setValue] = createSignal<Subscription>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const get = () => asked(client.call('GET /api/events/:id/subscription', { params }));
  const put = (body: PutSubscriptionRequest) =>
    asked(client.call('PUT /api/events/:id/subscription', { params, body }));

  return {
    value,
    trouble,
    async read() {
      const answer = await get();
      if (!answer.ok) return void setTrouble({ why: answer.body });
      setTrouble();
      setValue(answer.body);
    },
    async change(step) {
      const known = await get();
      if (!known.ok) return { ok: false, why: known.body };
      const wanted = withoutPast(step(known.body), clock.now());
      let answer = await put(wanted);
      // A snoozed sign may have been deleted or moved to another event.
      const gone = answer.ok ? null : refusedSigns(answer.body);
      if (gone) answer = await put(withoutSigns(wanted, gone));
      if (!answer.ok) return { ok: false, why: answer.body };
      setValue(answer.body);
      setTrouble();
      return { ok: true, before: known.body, after: answer.body };
    },
  };
}

/** Reads each subscription of a page once, so that the list and the settings beside it share one state. */
export function createSubscriptions(): { of(eventId: string): SubscriptionStore } {
  const tools = useInboxTools();
  const all = new Map<string, SubscriptionStore>();
  return {
    of(eventId) {
      const store = all.get(eventId) ?? createStore(tools, eventId);
      all.set(eventId, store);
      return store;
    },
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
