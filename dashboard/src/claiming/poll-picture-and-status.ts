import type { Client } from '@sign-display/client/client';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Effect, ClaimEvent } from './machine-event-and-effect-types.ts';
import { onOurClock } from './convert-server-time.ts';
import { createRequestTimeout, USUAL_MS } from './request-timeout.ts';

/** A picture comes within seconds of a sign that shows its page, or not at all; so mostly does the page's status, which a sign may take a minute to tell. */
const LOOK_EVERY_MS = 1_500;
const LOOKS = 12;
/** The first may have been taken before the page was up. */
const PICTURES = 2;

interface LookPorts {
  client: Client;
  clock: Clock;
  tell: (happening: ClaimEvent) => void;
}

/**
 * Has a claimed sign take a picture of itself when it shows its page, and looks until the picture is there and the page's status is known, or the person goes on
 * (`end`). One sign at a time.
 */
export function createClaimedSignPoll({ client, clock, tell }: LookPorts) {
  const within = createRequestTimeout(clock);
  let present: AbortController | null = null;

  /** Ends early with the look. */
  const rest = (ended: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        cancel();
        ended.removeEventListener('abort', over);
        resolve();
      };
      const cancel = clock.after(LOOK_EVERY_MS, over);
      ended.addEventListener('abort', over);
    });

  async function contentOf(id: string, ended: AbortSignal): Promise<SignNow['content']> {
    const ask = (signal: AbortSignal) => client.call('GET /api/signs/:id/now', { params: { id }, signal });
    const now = await within(USUAL_MS, ask, ended);
    return now.ok ? now.body.content : null;
  }

  /** The sign, and what its page is where the status isn't known yet. */
  function askBoth(id: string, isStatusKnown: boolean, ended: AbortSignal) {
    const ask = (signal: AbortSignal) => client.call('GET /api/signs/:id', { params: { id }, signal });
    return Promise.all([within(USUAL_MS, ask, ended), isStatusKnown ? null : contentOf(id, ended)]);
  }

  async function lookUntil(signId: string, ended: AbortSignal): Promise<void> {
    const params = { id: signId };
    const command = (signal: AbortSignal) =>
      client.call('POST /api/signs/:id/commands', { params, signal, body: { command: 'screenshot' } });
    let since: string | null = null;
    let pictures = 0;
    let takenAtMs: number | null = null;
    let httpStatus: number | null = null;
    for (let looks = 1; looks <= LOOKS; looks += 1) {
      const [answer, content] = await askBoth(signId, httpStatus !== null, ended);
      if (answer.ok) {
        const sign = answer.body;
        if (since === null && pictures < PICTURES && (sign.status === 'showing' || sign.status === 'idle')) {
          since = sign.screenshotAt ?? '';
          pictures += 1;
          await within(USUAL_MS, command, ended);
        }
        const isNew = since !== null && sign.screenshotAt !== null && sign.screenshotAt !== since;
        if (takenAtMs === null && isNew && sign.status === 'showing')
          takenAtMs = onOurClock(sign.screenshotAt!, answer.headers.get('date'), clock.monotonicMs());
        // A schedule may show another page by now.
        if (content?.url === sign.url) httpStatus = content.httpStatus;
        tell({ type: 'looked', signId, sign, takenAtMs, httpStatus, isLast: looks === LOOKS });
        if (takenAtMs !== null && httpStatus !== null) return;
        // The page was not up yet when it was taken: another one shows it.
        if (isNew && takenAtMs === null) since = null;
      }
      await rest(ended);
      ended.throwIfAborted();
    }
  }

  const end = (): void => {
    present?.abort();
    present = null;
  };

  return {
    end,
    async look({ signId }: Extract<Effect, { do: 'look' }>): Promise<void> {
      end();
      const mine = (present = new AbortController());
      try {
        await lookUntil(signId, mine.signal);
      } catch (error) {
        if (!mine.signal.aborted) throw error;
      }
    },
  };
}
