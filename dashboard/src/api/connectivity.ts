import type { Fetch } from '@sign-display/client/client';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createSignal, type Accessor } from 'solid-js';

/**
 * Whether the service can be reached. Two things tell: the browser, whose "no network" is believed at once, and our own requests, of which one without a reply says that the
 * service is away, and any reply that it is there. While it is away it is asked again: a page that nobody touches comes back by itself.
 */
export interface Online {
  /** True until something says otherwise. */
  isOnline: Accessor<boolean>;
  /** Whether the browser reports a network. If it does and `isOnline` is false, the service is down. */
  hasNetwork: Accessor<boolean>;
  /** `fetch`, whose outcomes tell. All requests of the pages go through it. */
  fetch: Fetch;
  /** Something came from the service: a message of the socket, say. */
  heard(): void;
}

/** What the browser says of the network. */
export interface NetworkReport {
  /** False is true; true says only that there is some network. */
  isThere(): boolean;
  onChange(told: () => void): void;
}

/** A hall's network is often back within seconds; a phone in a pocket must not ask for ever at that pace. */
const FIRST_PROBE_MS = 2_000;
const PROBE_MOST_MS = 30_000;
/** Anybody may ask it, and it costs the service nothing. */
const PROBE = '/health/live';

export function createOnline(
  clock: Clock,
  network: NetworkReport,
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
): Online {
  const [isOnline, setOnline] = createSignal(network.isThere());
  const [hasNetwork, setNetwork] = createSignal(network.isThere());
  let cancelProbe: (() => void) | null = null;
  let delayMs = FIRST_PROBE_MS;

  function heard(): void {
    cancelProbe?.();
    cancelProbe = null;
    delayMs = FIRST_PROBE_MS;
    setOnline(true);
  }
  function missed(): void {
    setOnline(false);
    if (cancelProbe !== null || !network.isThere()) return;
    cancelProbe = clock.after(delayMs, () => {
      cancelProbe = null;
      delayMs = Math.min(delayMs * 2, PROBE_MOST_MS);
      probe();
    });
  }
  const watched: Fetch = async (url, init) => {
    try {
      const reply = await fetch(url, init);
      heard();
      return reply;
    } catch (error) {
      // Whoever gave up says nothing of the network.
      if (!init.signal?.aborted) missed();
      throw error;
    }
  };
  const probe = (): void =>
    void watched(PROBE, { method: 'GET', headers: {}, body: null, signal: null }).catch(() => {});

  network.onChange(() => {
    cancelProbe?.();
    cancelProbe = null;
    delayMs = FIRST_PROBE_MS;
    setNetwork(network.isThere());
    if (network.isThere()) probe();
    else setOnline(false);
  });
  return { isOnline, hasNetwork, fetch: watched, heard };
}
