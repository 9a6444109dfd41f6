function facts() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return {
    isSecure: isSecureContext,
    isSupported,
    // iPadOS calls itself a Mac; no Mac has a touch screen.
    isAppleMobile: /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    permission: isSupported ? Notification.permission : ('default' as const),
  };
}

const load = () => import('./push-subscriptions.ts');

/** What this browser's push service sends to, for `BrowserPush`. Its script is loaded when somebody needs it: few pages do. */
export const browserPush = {
  facts,
  // Within the click, so before any script is loaded.
  ask: () => Notification.requestPermission(),
  endpoints: async () => (await load()).endpoints(),
  subscribe: async (publicKey: string) => (await load()).subscribe(publicKey),
  unsubscribe: async (endpoint: string) => (await load()).unsubscribe(endpoint),
  unsubscribeAll: async () => (await load()).unsubscribeAll(),
};

/** Opens the page of a notification that was clicked while this tab is open, as a link in the page would. */
export function openClickedNotifications(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const { openPath } = (data ?? {}) as { openPath?: unknown };
    if (typeof openPath !== 'string' || !openPath.startsWith('/') || openPath.startsWith('//')) return;
    ports[0]?.postMessage('opened', []);
    const link = document.createElement('a');
    link.href = openPath;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
  });
}
