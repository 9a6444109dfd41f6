import type { FrameCheck } from '@sign-display/contracts/kiosk-events';
import type { CheckResult, Clock, Connection, Transport } from '@sign-display/kiosk-agent/ports';

/**
 * Asks the service whether a page loads in a frame (`sign:frame_check`), over the agent's own connection: an embedding
 * page can't see into a frame of another origin.
 */
export interface FrameChecks {
  /** The agent's transport. A check needs a connection with a registered sign. */
  transport: Transport;
  /** Waits for a connection if necessary. Null: the service did not answer within `timeoutMs`. */
  ask(url: string, timeoutMs: number): Promise<FrameCheck | null>;
  /** Whether the page at `url` still answers. While the service is unreachable, returns the last result. */
  check(url: string): Promise<CheckResult>;
}

/** A check takes up to 5 s, and waits for the previous check. */
const REPLY_MS = 15_000;
const AGAIN_AFTER_MS = 1_000;
export const NOT_ASKED = 'The service could not be asked whether the page loads';

const resultOf = ({ framable, fingerprint, detail }: FrameCheck): CheckResult =>
  framable ? { ok: true, fingerprint: fingerprint ?? '' } : { ok: false, detail };

export function createFrameChecks(clock: Clock, transport: Transport): FrameChecks {
  let registered: Connection | null = null;
  let waiting: (() => void)[] = [];
  let last: { url: string; result: CheckResult } | null = null;

  function setRegistered(connection: Connection | null): void {
    registered = connection;
    if (connection === null) return;
    for (const go of waiting.splice(0)) go();
  }

  /** Resolves once the sign is registered, at the latest at `untilMs`. */
  function whenRegistered(untilMs: number): Promise<void> {
    if (registered !== null) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.after(Math.max(0, untilMs - clock.monotonicMs()), resolve);
      waiting.push(() => {
        cancel();
        resolve();
      });
    });
  }
  const pause = (untilMs: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(Math.max(0, Math.min(AGAIN_AFTER_MS, untilMs - clock.monotonicMs())), resolve);
    });

  async function ask(url: string, timeoutMs: number): Promise<FrameCheck | null> {
    const untilMs = clock.monotonicMs() + timeoutMs;
    for (;;) {
      await whenRegistered(untilMs);
      const leftMs = untilMs - clock.monotonicMs();
      if (leftMs <= 0) return null;
      const reply = await registered?.request('sign:frame_check', { url }, Math.min(REPLY_MS, leftMs));
      if (reply?.ok) {
        last = { url, result: resultOf(reply) };
        return reply;
      }
      // The service refused (unknown page, or too many checks), or the connection was lost.
      await pause(untilMs);
    }
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
      const reply = registered === null ? null : await ask(url, REPLY_MS);
      if (reply !== null) return resultOf(reply);
      return last?.url === url ? last.result : { ok: false, detail: NOT_ASKED };
    },
  };
}
