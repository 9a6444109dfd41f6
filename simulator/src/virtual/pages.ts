import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Draws } from '../adapters/seeded-random.ts';
import { whatIsMissing } from '@sign-display/kiosk-agent/screen/load-detail';
import type { PageClient } from '../pages/page-client.ts';
import { appearanceOfPath } from '../pages/page-appearance.ts';
import type { PageKind } from '../plan/scenario-terms.ts';
import type { Trace } from './trace.ts';

/** The web pages that signs load. An address that nobody has set is a good page. */
export interface VirtualPages {
  /** The page client of a kiosk. */
  client(kiosk: number, clock: Clock): PageClient;
  set(url: string, kind: PageKind): void;
  /** Changes the content of the page under that address. */
  change(url: string): void;
  /** Whether that kiosk's network reaches any page. */
  setReachable(kiosk: number, reachable: boolean): void;
  /** Makes all pages good and within reach of every kiosk. */
  heal(): void;
  /** Calls `hear` for each proof of a page, when it ends. */
  onProved(hear: (kiosk: number, url: string, ok: boolean) => void): void;
  /** Whether that page has been good, and within that kiosk's reach, since `sinceMs`. */
  isGoodSince(kiosk: number, url: string, sinceMs: number): boolean;
}

const SLOW_MS = { least: 5_000, most: 14_000 };

export function createPages(deps: {
  nowMs(): number;
  chance(...path: (string | number)[]): Draws;
  trace: Trace;
}): VirtualPages {
  const { trace, nowMs } = deps;
  const kinds = new Map<string, PageKind>();
  const editions = new Map<string, number>();
  const unreachable = new Set<number>();
  const kindOf = (url: string): PageKind => kinds.get(url) ?? 'good';
  const hearers: ((kiosk: number, url: string, ok: boolean) => void)[] = [];
  /** When the kind of each page, and the reach of each kiosk, changed last. */
  const changed = new Map<string | number, number>();

  return {
    set(url, kind) {
      kinds.set(url, kind);
      changed.set(url, nowMs());
    },
    change: (url) => void editions.set(url, (editions.get(url) ?? 0) + 1),
    setReachable(kiosk, reachable) {
      if (reachable) unreachable.delete(kiosk);
      else unreachable.add(kiosk);
      changed.set(kiosk, nowMs());
    },
    onProved: (hear) => void hearers.push(hear),
    isGoodSince: (kiosk, url, sinceMs) =>
      kindOf(url) === 'good' &&
      !unreachable.has(kiosk) &&
      [kiosk, url].every((each) => (changed.get(each) ?? -Infinity) <= sinceMs),
    heal() {
      for (const each of [...kinds.keys(), ...unreachable]) changed.set(each, nowMs());
      kinds.clear();
      unreachable.clear();
    },
    client(kiosk, clock) {
      const draws = deps.chance('pages', kiosk);
      const wait = (delayMs: number): Promise<void> => new Promise((resolve) => void clock.after(delayMs, resolve));

      /** What came within `timeoutMs`; null where nothing did. */
      async function get(url: string, timeoutMs: number): Promise<{ status: number | null; kind: PageKind } | null> {
        const kind = kindOf(url);
        const quickMs = 20 + 400 * draws.float();
        const slowMs = SLOW_MS.least + (SLOW_MS.most - SLOW_MS.least) * draws.float();
        const neededMs = unreachable.has(kiosk) || kind === 'refused' ? 3 : kind === 'slow' ? slowMs : quickMs;
        if (kind === 'hanging' || neededMs > timeoutMs) {
          await wait(timeoutMs);
          return null;
        }
        await wait(neededMs);
        if (unreachable.has(kiosk) || kind === 'refused' || kind === 'tls_broken') return { status: null, kind };
        return { status: kind === 'not_found' ? 404 : kind === 'server_error' ? 500 : 200, kind };
      }

      return {
        async prove(url, purpose, timeoutMs, onFetched) {
          const startedMs = clock.monotonicMs();
          const loaded = await get(url, timeoutMs);
          const isHalf = loaded?.kind === 'half_hanging';
          // The image never answers, so the proof ends at the load timeout.
          if (isHalf) await wait(Math.max(0, startedMs + timeoutMs - clock.monotonicMs()));
          const loadMs = clock.monotonicMs() - startedMs;
          const status = loaded?.status ?? null;
          const error = loaded === null ? 'timeout' : status === null ? 'unreachable' : null;
          trace.note(`kiosk ${kiosk}`, `loaded ${url} for ${purpose}: ${String(error ?? status)}`);
          const report = {
            url,
            durationMs: loadMs,
            fromCache: false,
            status,
            bytes: status === null ? 0 : 1_000,
            error,
          };
          const look = appearanceOfPath(new URL(url).pathname, editions.get(url) ?? 0, loaded?.kind === 'blank');
          onFetched?.(report, status === null ? null : look);
          for (const hear of hearers) hear(kiosk, url, status !== null && status < 400);
          if (loaded === null) return { ok: false, loadMs, reason: 'sign_timeout', detail: 'the page took too long' };
          if (status === null) return { ok: false, loadMs, reason: 'url_unreachable', detail: 'no answer' };
          if (status >= 400)
            return {
              ok: false,
              loadMs,
              reason: 'url_load_failed',
              detail: `the page answered with HTTP ${status}`,
              httpStatus: status,
            };
          const { host } = new URL(url);
          const detail = isHalf ? { detail: whatIsMissing([`${host}/image`]) } : {};
          return { ok: true, loadMs, httpStatus: status, host, ...detail };
        },
        async check(url, onFetched) {
          const startedMs = clock.monotonicMs();
          const loaded = await get(url, 30_000);
          const status = loaded?.status ?? null;
          const durationMs = clock.monotonicMs() - startedMs;
          const error = status === null ? 'unreachable' : null;
          onFetched?.({ url, durationMs, fromCache: false, status, bytes: 0, error }, null);
          if (status === null) return { ok: false, detail: 'no answer' };
          if (status >= 400) return { ok: false, detail: `the page answered with HTTP ${status}`, httpStatus: status };
          return { ok: true, fingerprint: `${loaded!.kind} ${editions.get(url) ?? 0}`, host: new URL(url).host };
        },
        close: () => Promise.resolve(),
      };
    },
  };
}
