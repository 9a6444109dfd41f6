import type { Clock } from '@sign-display/contracts/clock-and-random';
import { asked } from '../api/session.ts';

/** A phone that lost its network in the middle of a request may wait for minutes. */
export const USUAL_MS = 10_000;
const TOO_LATE = new Error('no answer in time');

/** Asks within a time. Without an answer by then, or at all, it is `{ ok: false, body: null }`; where `ended` is aborted, its reason is thrown. */
export const createRequestTimeout = (clock: Clock) =>
  async function within<Answer extends { ok: boolean }>(
    mostMs: number,
    ask: (signal: AbortSignal) => Promise<Answer>,
    ended?: AbortSignal,
  ): Promise<Answer | { ok: false; body: null }> {
    ended?.throwIfAborted();
    const late = new AbortController();
    const cancel = clock.after(mostMs, () => late.abort(TOO_LATE));
    const end = () => late.abort(ended?.reason);
    ended?.addEventListener('abort', end);
    try {
      return await asked(ask(late.signal));
    } catch (error) {
      if (error === TOO_LATE) return { ok: false, body: null };
      throw error;
    } finally {
      cancel();
      ended?.removeEventListener('abort', end);
    }
  };
