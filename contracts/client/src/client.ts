import type { LIMITS } from '@sign-display/contracts/limits';
import type { Problem } from '@sign-display/contracts/rest/problem';
import type { RouteKey } from '@sign-display/contracts/routes';
import type {
  Answer,
  BytesKey,
  CallOptions,
  Given,
  Item,
  Line,
  LinesKey,
  PageKey,
  Refusal,
  Reply,
} from './call-types.ts';
import { BrokenOff, readLines } from './read-ndjson.ts';

/** No reply of the service came: it was not reached, the connection was cut, or something else answered. `cause` says which. */
export class Unreachable extends Error {
  override name = 'Unreachable';
  /** Of whatever answered in the service's place; null where nothing did. */
  readonly status: number | null;

  constructor(why: string, status: number | null, options?: ErrorOptions) {
    super(why, options);
    this.status = status;
  }
}

/** The platform's `fetch`, or another that does as much. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: string | null; signal: AbortSignal | null },
) => Promise<Reply>;

export interface Asked {
  key: RouteKey;
  /** Of the request. */
  body: unknown;
  /** How often it was asked, this time included. */
  tries: number;
  signal: AbortSignal | undefined;
}

export interface ClientOptions {
  /** The service's address without a path (`https://signs.example.com`); empty in a browser that has the page from there. */
  origin: string;
  fetch?: Fetch;
  /** A bearer token; a browser sends its session cookie instead. */
  token?: string;
  /** `cookie`: for a page. No answer then has a bearer token, which a script could read. */
  session?: 'cookie';
  /**
   * Called with each refusal. Resolves with true to send the same request again. `waitAndRetry` (retry.ts) is the usual
   * choice.
   */
  retry?: (refusal: Refusal, asked: Asked) => Promise<boolean>;
  /**
   * Throws if a response does not match the row's schema. `createCheck` (answer-check.ts) makes such a check for tests
   * and simulations (docs/client.md).
   */
  check?: (key: RouteKey, status: number, body: unknown) => void;
}

export interface Client {
  /**
   * Asks one route. A refusal is an answer (`ok: false`), a reply that did not come is an `Unreachable`, and an abort throws the signal's reason.
   * Throws a `TypeError` for a parameter that can't stand in a path (empty, `.`, `..`).
   */
  call<Key extends RouteKey>(key: Key, ...given: Given<CallOptions<Key>>): Promise<Answer<Key>>;
  /** Every item of a list, page by page; the first refusal ends it. Throws as `call` does. */
  list<Key extends PageKey>(
    key: Key,
    ...given: Given<CallOptions<Key>>
  ): Promise<{ ok: true; items: Item<Key>[] } | Refusal<Key>>;
  /** Every line of an answer that is NDJSON, or its refusal. One that was cut off is an `Unreachable`, never a short list. Throws as `call` does. */
  lines<Key extends LinesKey>(
    key: Key,
    ...given: Given<CallOptions<Key>>
  ): Promise<{ ok: true; items: Line<Key>[] } | Refusal<Key>>;
}

/** The answer, where it is no refusal; else throws what `refuse` makes of the problem. */
export function accepted<Given extends { ok: true } | { ok: false; body: Problem }>(
  answer: Given,
  refuse: (problem: Problem) => Error,
): Given & { ok: true } {
  if (!answer.ok) throw refuse(answer.body);
  return answer as Given & { ok: true };
}

/** A call's options, whatever its route. */
interface Loose {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string | number;
  ifNoneMatch?: string;
  signal?: AbortSignal;
  token?: string;
}

const BYTES: Record<BytesKey, true> = {
  'GET /api/docs': true,
  'GET /api/signs/:id/screenshot': true,
  'GET /api/signs/snapshot': true,
  'GET /api/unsubscribe/:token': true,
  'POST /api/unsubscribe/:token': true,
  'GET /api/snooze/:token': true,
  'POST /api/snooze/:token': true,
  'GET /api/audit/export': true,
  'GET /api/content-fetches/export': true,
};

const PAGE_SIZE: (typeof LIMITS)['pageSizeMost'] = 200;

/** A client of the service's REST routes. It imports no schema, so that a browser's bundle gets none by it. */
export function createClient({ origin, fetch = globalThis.fetch, retry, check, ...usual }: ClientOptions): Client {
  async function once(key: RouteKey, { params, query, body, ifMatch, ifNoneMatch, ...options }: Loose) {
    const [method = '', path = ''] = key.split(' ');
    const { signal = null, token = usual.token } = options;
    const headers: Record<string, string> = usual.session === undefined ? {} : { 'x-session': usual.session };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (ifMatch !== undefined) headers['if-match'] = typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch;
    if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch;
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body), signal };
    const url = origin + fillPath(path, params) + queryOf(query);
    try {
      return await read(key, await fetch(url, init));
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof Unreachable) throw error;
      throw new Unreachable(`${origin} gave no reply: ${whyOf(error)}`, null, { cause: error });
    }
  }

  async function call(key: RouteKey, options: Loose = {}) {
    for (let tries = 1; ; tries += 1) {
      const answer = await once(key, options);
      const isRefusal = !answer.ok && isProblem(answer.body);
      check?.(key, answer.status, answer.body);
      const asked = { key, body: options.body, tries, signal: options.signal };
      if (!isRefusal || !retry || !(await retry(answer as Refusal, asked))) return answer;
    }
  }

  async function list(key: PageKey, options: Loose = {}) {
    const items: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: PAGE_SIZE, ...options.query, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await call(key, { ...options, query });
      if (!answer.ok) return answer;
      const page = answer.body as { items: unknown[]; nextCursor: string | null };
      if (page.nextCursor !== null && page.nextCursor === cursor)
        throw new Unreachable('the answer did not come from the service: a page that leads to itself', answer.status);
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return { ok: true, items };
  }

  async function lines(key: LinesKey, options: Loose = {}) {
    const answer = await call(key, options);
    if (!answer.ok) return answer;
    try {
      const items = await readLines(answer.body as Reply);
      check?.(key, answer.status, items);
      return { ok: true, items };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (!(error instanceof BrokenOff)) throw error;
      throw new Unreachable(`${origin} gave no whole answer: ${error.message}`, null, { cause: error });
    }
  }

  // The service answers as its rows say: its own tests, and `check` here, hold it to them.
  return { call, list, lines } as Client;
}

/** The path of a row with `params` in it. Throws a `TypeError` for what can't stand there. */
function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    // A URL loses these two segments, escaped or not, and would lead to another route.
    if (['', '.', '..'].includes(value))
      throw new TypeError(`${JSON.stringify(value)} is not a valid ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}

function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

const isProblem = (body: unknown): boolean => typeof body === 'object' && body !== null && 'code' in body;

async function read(key: RouteKey, reply: Reply) {
  const { status, headers } = reply;
  const answered = (body: unknown) => ({
    ok: status < 300 || status === 304,
    status,
    body,
    etag: headers.get('etag'),
    headers,
  });
  if (status === 204 || (status === 304 && key in BYTES)) return answered(null);
  if (key in BYTES && status < 300) return answered(reply);
  const contentType = headers.get('content-type') ?? 'nothing';
  if (/^application\/(problem\+)?json\b/.test(contentType)) return answered(JSON.parse(await reply.text()));
  throw new Unreachable(`the answer did not come from the service: ${status}, ${contentType}`, status);
}

/** What lies below fetch's own "fetch failed". */
function whyOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
