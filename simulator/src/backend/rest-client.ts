import { Agent, Response, fetch } from 'undici';
import { createCheck } from '@sign-display/client/answer-check';
import { createClient, type Client, type ClientOptions } from '@sign-display/client/client';
import { waitAndRetry } from '@sign-display/client/retry';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Problem } from '@sign-display/contracts/rest/problem';

/** The typed clients of one run's people, on connections of their own; every answer is held against its row. */
export interface RestClient {
  /**
   * The client of the person with this session; without a token, of nobody. After `rate_limited` and `unavailable` it waits and tries again, as an app
   * would; every other answer is returned.
   */
  as(token?: string): Client;
  /**
   * The 5xx replies so far that are errors of the backend. Not among them: device_no_ack, which reports a silent kiosk, and load that was refused with a
   * time to try again (promise R4), unless every try was refused.
   */
  serverErrors(): readonly string[];
  close(): Promise<void>;
}

/** After so many tries that were refused for the rate or the load, the refusal is returned. */
const MOST_TRIES = 20;

/** Whether load was refused: then the detail says which. A database that is away gives the title as its detail. */
const isRefusedLoad = ({ code, detail, title, retryAfterMs }: Partial<Problem>): boolean =>
  code === 'unavailable' && detail !== title && retryAfterMs !== undefined;

/** The fields of a problem; none of what is no JSON. */
function readProblem(text: string): Partial<Problem> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** `origin`: the backend's address, without a path. */
export function createRestClient(origin: string, clock: Clock): RestClient {
  const dispatcher = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  const serverErrors: string[] = [];
  // A simulated person asks anything again, as people do.
  const waitFor = waitAndRetry(clock, MOST_TRIES, Infinity, () => true);
  const options: ClientOptions = {
    origin,
    check: createCheck(),
    async fetch(url, init) {
      const reply = await fetch(url, { ...init, dispatcher });
      if (reply.status < 500) return reply;
      const text = await reply.text();
      const problem = readProblem(text);
      if (problem.code !== 'device_no_ack' && !isRefusedLoad(problem))
        serverErrors.push(`${init.method} ${url.slice(origin.length)}: ${reply.status} ${text}`);
      return new Response(text, reply);
    },
    retry(refusal, asked) {
      const { status, body } = refusal;
      if (isRefusedLoad(body) && asked.tries >= MOST_TRIES)
        serverErrors.push(`${asked.key}: ${status} ${JSON.stringify(body)}`);
      return waitFor(refusal, asked);
    },
  };
  return {
    as: (token) => createClient(token === undefined ? options : { ...options, token }),
    serverErrors: () => serverErrors,
    close: () => dispatcher.destroy(),
  };
}
