import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { FrameCheck } from '@sign-display/contracts/kiosk-events';
import type { CheckResult, Clock, Connection, Transport } from '@sign-display/kiosk-agent/ports';

/**
 * Asks the service whether a page loads in a frame (`sign:frame_check`), over the agent's own connection: an embedding
 * page can't see into a frame of another origin.
 */
export interface FrameChecks {
  /** The agent's transport. A check needs a connection with a registered sign. */
  transport: Transport;
  /**
   * Waits for a connection if necessary, and as long as the service asks to wait. `not_ours`: the service checks only pages
   * that this sign is to show. Null: the service did not answer within `timeoutMs`, or `signal` aborted.
   */
  ask(url: string, timeoutMs: number, signal: AbortSignal): Promise<FrameCheck | 'not_ours' | null>;
  /** Whether the page at `url` still answers. While the service is unreachable, returns the last result for it. */
  check(url: string): Promise<CheckResult>;
}

/** A check takes up to 5 s, and waits for the previous check. */
const REPLY_MS = 15_000;
const AGAIN_AFTER_MS = 1_000;
/** Enough for the page on screen and some pages that fail their proof after it. */
const RESULTS_MOST = 10;
export const NOT_ASKED = 'The service could not be asked whether the page loads';
export const NOT_OURS = 'The service checks only pages that this sign is to show';
const NOT_OURS_CODES: ReadonlySet<string> = new Set<ErrorCode>(['not_found', 'forbidden']);

/** A signal that never aborts. */
const NEVER = new AbortController().signal;

const resultOf = ({ framable, httpStatus, fingerprint, host, detail }: FrameCheck): CheckResult =>
  framable
    ? { ok: true, fingerprint: fingerprint ?? '', ...(host !== undefined && { host }) }
    : { ok: false, detail, ...(httpStatus !== null && { httpStatus }) };

export function createFrameChecks(clock: Clock, transport: Transport): FrameChecks {
  let registered: Connection | null = null;
  const waiting = new Set<() => void>();
  /** By URL, oldest first. */
  const results = new Map<string, CheckResult>();

  function setRegistered(connection: Connection | null): void {
    registered = connection;
    if (connection !== null) for (const wake of waiting) wake();
  }

  /** Resolves after `delayMs`, or earlier once a sign is registered or `signal` aborts. */
  function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      function wake(): void {
        cancel();
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      }
      const cancel = clock.after(delayMs, wake);
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  function remember(url: string, result: CheckResult): void {
    results.delete(url);
    results.set(url, result);
    for (const oldest of [...results.keys()].slice(0, -RESULTS_MOST)) results.delete(oldest);
  }

  async function ask(url: string, timeoutMs: number, signal: AbortSignal): Promise<FrameCheck | 'not_ours' | null> {
    const untilMs = clock.monotonicMs() + timeoutMs;
    while (!signal.aborted) {
      const leftMs = untilMs - clock.monotonicMs();
      if (leftMs <= 0) return null;
      if (registered === null) {
        await sleep(leftMs, signal);
        continue;
      }
      const reply = await registered.request('sign:frame_check', { url }, Math.min(REPLY_MS, leftMs));
      if (signal.aborted) return null;
      if (reply?.ok) {
        remember(url, resultOf(reply));
        return reply;
      }
      if (reply && NOT_OURS_CODES.has(reply.error.code)) return 'not_ours';
      // The service refused another check so soon, or the connection was lost.
      const waitMs = reply?.error.retryAfterMs ?? AGAIN_AFTER_MS;
      await sleep(Math.min(waitMs, Math.max(0, untilMs - clock.monotonicMs())), signal);
    }
    return null;
  }

  return {
    transport: {
      connect(handshake, handlers) {
        const connection = transport.connect(handshake, {
          ...handlers,
          onLost(reason) {
            forget();
            handlers.onLost(reason);
          },
        });
        const forget = (): void => {
          if (registered === watched) setRegistered(null);
        };
        const watched: Connection = {
          send: (...message) => connection.send(...message),
          async request(event, payload, timeoutMs) {
            const reply = await connection.request(event, payload, timeoutMs);
            if (event === 'sign:register' && reply?.ok) setRegistered(watched);
            return reply;
          },
          close() {
            forget();
            connection.close();
          },
        };
        return watched;
      },
    },
    ask,
    async check(url) {
      const asked = registered === null ? null : await ask(url, REPLY_MS, NEVER);
      return results.get(url) ?? { ok: false, detail: asked === 'not_ours' ? NOT_OURS : NOT_ASKED };
    },
  };
}
