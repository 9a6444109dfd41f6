import { Agent, request } from 'undici';
import type { Clock } from '@sign-display/contracts/ports';

/** A reply of the backend. */
export interface RestReply {
  status: number;
  /** Null where the body is no JSON object. */
  body: Record<string, unknown> | null;
  /** The body as it came. */
  bytes: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RestClient {
  /**
   * Sends one request. After `rate_limited` and `unavailable` it waits and tries again, as an app would; every other reply is returned. Throws where no
   * reply came (an `AbortError` where `signal` fired).
   */
  call(method: Method, path: string, options?: CallOptions): Promise<RestReply>;
  /**
   * The 5xx replies so far that are errors of the backend. Not among them: device_no_ack, which reports a silent kiosk, and load that was refused with a
   * time to try again (promise R4), unless every try was refused.
   */
  serverErrors(): readonly string[];
  close(): Promise<void>;
}

export interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  /** The version that a change is made on (If-Match). */
  version?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** After so many tries that were refused for the rate or the load, the refusal is returned. */
const MOST_TRIES = 20;

/** Whether load was refused: then the detail says which. A database that is away gives the title as its detail. */
const isRefusedLoad = ({ status, body }: RestReply): boolean => status === 503 && body?.['detail'] !== body?.['title'];

/** `origin`: the backend's address, without a path. */
export function createRestClient(origin: string, clock: Clock): RestClient {
  const dispatcher = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));

  async function once(method: Method, path: string, options: CallOptions): Promise<RestReply> {
    const { body, token, version, signal } = options;
    const reply = await request(origin + path, {
      method,
      dispatcher,
      signal: signal ?? null,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const bytes = Buffer.from(await reply.body.arrayBuffer());
    return { status: reply.statusCode, body: parseObject(bytes.toString('utf8')), bytes, headers: reply.headers };
  }

  const serverErrors: string[] = [];

  return {
    serverErrors: () => serverErrors,
    async call(method, path, options = {}) {
      for (let tries = 1; ; tries += 1) {
        const reply = await once(method, path, options);
        const waitMs = reply.status === 429 || reply.status === 503 ? reply.body?.['retryAfterMs'] : undefined;
        const isLast = typeof waitMs !== 'number' || tries === MOST_TRIES;
        const isNoError = reply.status < 500 || reply.body?.['code'] === 'device_no_ack';
        if (!isNoError && (isLast || !isRefusedLoad(reply)))
          serverErrors.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
        if (isLast) return reply;
        await wait(waitMs);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
