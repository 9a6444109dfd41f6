/** Each service worker may have one. A browser that refuses to answer has none that could be shown. */
async function subscriptions(): Promise<PushSubscription[]> {
  if (!('serviceWorker' in navigator)) return [];
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => []);
  const found = await Promise.all(
    registrations.map(({ pushManager }) => pushManager?.getSubscription().catch(() => null)),
  );
  return found.filter((subscription) => subscription != null);
}

/** What this browser's push service sends to, for `BrowserPush`. */
export const browserPush = {
  async endpoints(): Promise<string[]> {
    return (await subscriptions()).map(({ endpoint }) => endpoint);
  },
  async unsubscribe(endpoint: string): Promise<void> {
    const own = (await subscriptions()).find((subscription) => subscription.endpoint === endpoint);
    await own?.unsubscribe().catch(() => false);
  },
};
