import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, interceptors, request } from 'undici';
import type { Clock } from '@sign-display/contracts/ports';
import type { CheckResult, FetchReport, ProofResult } from '@sign-display/kiosk-agent/ports';
import { inOneLine, whatIsMissing, whereItLeads } from '@sign-display/kiosk-agent/screen/load-detail';
import { PURPOSE_HEADER, type Purpose } from './content-server.ts';
import { readLook, type PageLook } from './page-look.ts';
import { nameOf, resourcesOf, whichHang } from './resources.ts';

/** Told of each request when it has ended; null: no page came. */
export type OnFetched = (report: FetchReport, look: PageLook | null) => void;

/** Loads pages over real HTTP as a kiosk's hidden view would, as far as the network goes. One for the whole fleet. */
export interface PageClient {
  prove(url: string, purpose: Purpose, timeoutMs: number, onFetched?: OnFetched): Promise<ProofResult>;
  check(url: string, onFetched?: OnFetched): Promise<CheckResult>;
  close(): Promise<void>;
}

/** A page that takes longer than this to be checked does not answer: far beyond what any page here takes that does. */
const PATIENCE_MS = 30_000;

/** Of the content server's pages: they have a heading, or nothing. */
const hasNoHeading = (body: string): boolean => !body.includes('<h1>');
const MOST_REDIRECTIONS = 10;
const ACCEPTED = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en-US,en;q=0.9' };

/** As browsers do: names below `localhost` are this machine (RFC 6761), which not every resolver knows. */
const lookupAsBrowsers: LookupFunction = (host, options, found) =>
  lookup(/\.localhost\.?$/i.test(host) ? 'localhost' : host, options, found);

/** `clock` times the loads and ends those that hang. `isBlank` tells of a page's text whether it would leave the screen of one colour. */
export function createPageClient(clock: Clock, isBlank: (body: string) => boolean = hasNoHeading): PageClient {
  const agent = new Agent({
    connect: { timeout: 10_000, lookup: lookupAsBrowsers },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTIONS }));

  async function get(url: string, purpose: Purpose, timeoutMs: number, onFetched?: OnFetched) {
    const startedMs = clock.monotonicMs();
    const told = (report: Pick<FetchReport, 'status' | 'bytes' | 'error'>, look: PageLook | null): void =>
      onFetched?.({ url, durationMs: clock.monotonicMs() - startedMs, fromCache: false, ...report }, look);
    const abort = new AbortController();
    const cancel = clock.after(timeoutMs, () => abort.abort());
    try {
      const response = await request(url, {
        dispatcher,
        signal: abort.signal,
        // A load and a check send the same, but for what the content server counts.
        headers: { ...ACCEPTED, [PURPOSE_HEADER]: purpose },
      });
      const body = await response.body.text();
      const look = readLook(url, body, isBlank(body));
      told({ status: response.statusCode, bytes: Buffer.byteLength(body), error: null }, look);
      const endedAt = (response.context as { history?: URL[] } | null)?.history?.at(-1) ?? new URL(url);
      return { ok: true, status: response.statusCode, body, endedAt } as const;
    } catch (error) {
      told({ status: null, bytes: 0, error: wordsFor(error) }, null);
      return { ok: false, timedOut: abort.signal.aborted, detail: wordsFor(error) } as const;
    } finally {
      cancel();
    }
  }

  /** Waits for what the page's `load` event waits for (details 108). */
  async function finish(
    url: string,
    { status, body, endedAt }: { status: number; body: string; endedAt: URL },
    documentMs: number,
    timeoutMs: number,
  ): Promise<ProofResult> {
    const startedMs = clock.monotonicMs();
    const load = async (resource: URL, signal: AbortSignal): Promise<void> =>
      void (await (await request(resource, { dispatcher, signal })).body.dump());
    const hang = await whichHang(resourcesOf(body, endedAt), load, clock, timeoutMs - documentMs);
    const loadMs = documentMs + clock.monotonicMs() - startedMs;
    const missing = whatIsMissing(hang.map(nameOf));
    const isSeen = hang.every(({ holdsUp }) => holdsUp === null) && (hang.length === 0 || !isBlank(body));
    if (!isSeen) {
      const detail = `the page took longer than ${timeoutMs} ms; ${missing}`;
      return { ok: false, loadMs, reason: 'sign_timeout', detail };
    }
    const detail = inOneLine(whereItLeads(new URL(url).host, endedAt.host), missing);
    const about = { host: endedAt.host, ...(detail !== undefined && { detail }) };
    return { ok: true, loadMs, httpStatus: status, ...about };
  }

  return {
    async prove(url, purpose, timeoutMs, onFetched) {
      const startedMs = clock.monotonicMs();
      const loaded = await get(url, purpose, timeoutMs, onFetched);
      const loadMs = clock.monotonicMs() - startedMs;
      if (loaded.ok && loaded.status < 400) return await finish(url, loaded, loadMs, timeoutMs);
      if (loaded.ok)
        return { ok: false, loadMs, reason: 'url_load_failed', detail: `the page answered HTTP ${loaded.status}` };
      if (loaded.timedOut)
        return { ok: false, loadMs, reason: 'sign_timeout', detail: `the page took longer than ${timeoutMs} ms` };
      return { ok: false, loadMs, reason: 'url_unreachable', detail: loaded.detail };
    },
    async check(url, onFetched) {
      const loaded = await get(url, 'check', PATIENCE_MS, onFetched);
      if (!loaded.ok) return { ok: false, detail: loaded.detail };
      const { status, body, endedAt } = loaded;
      if (status >= 400) return { ok: false, detail: `the page answered HTTP ${status}`, httpStatus: status };
      return { ok: true, fingerprint: createHash('sha256').update(body).digest('hex'), host: endedAt.host };
    },
    close: () => agent.destroy(),
  };
}

/** The kiosk's own words for what went wrong on the way (contract, section 2: DNS, TLS, …). */
function wordsFor(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'the host refused the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name could not be resolved (DNS)';
  if (/CERT|SSL|TLS|SIGNATURE/.test(code)) return `the host could not be trusted (TLS: ${code})`;
  return `the page could not be reached: ${code || message}`;
}
