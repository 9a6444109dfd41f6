import type { PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import { createResource, createSignal, untrack } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';

/** A browser of the person. `isThis`: this page is open in that browser. */
export type ListedBrowser = PushBrowser & { isThis: boolean };

export interface PushListing {
  browsers: readonly ListedBrowser[];
  /** The endpoints of this browser. */
  own: readonly string[];
}

/**
 * Reads the browsers that get the person's notifications, this browser first. Reads them again when `changes` grows. A
 * failed read keeps the last list.
 */
export function createPushList(changes: () => number) {
  const { client, push } = useTools();
  /** Why the list could not be read. */
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const [found, { refetch }] = createResource<PushListing | undefined, number>(changes, async (_, { value }) => {
    const [list, own] = await Promise.all([asked(client.call('GET /api/push-subscriptions')), push.endpoints()]);
    if (!list.ok) {
      setTrouble({ why: list.body });
      return value;
    }
    if (untrack(trouble)) setTrouble();
    const browsers = list.body.items.map((browser) => ({ ...browser, isThis: own.includes(browser.endpoint) }));
    return { browsers: browsers.toSorted((a, b) => Number(b.isThis) - Number(a.isThis)), own };
  });
  return { found, trouble, refetch: async () => void (await refetch()) };
}

export type PushList = ReturnType<typeof createPushList>;
