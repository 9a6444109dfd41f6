import type { Client } from '@sign-display/client/client';
import type { Clock } from '@sign-display/contracts/ports';
import type { SignNow } from '@sign-display/contracts/rest/now';
import { asked } from '../api/session.ts';
import type { Effect, Happening } from './happenings.ts';
import { onOurClock } from './server-time.ts';

/** A picture comes within seconds of a sign that shows its page, or not at all; so mostly does the page's status, which a sign may take a minute to tell. */
const LOOK_EVERY_MS = 1_500;
const LOOKS = 12;

interface LookPorts {
  client: Client;
  clock: Clock;
  tell: (happening: Happening) => void;
}

/** Has a claimed sign take a picture of itself when it shows its page, and looks until the picture is there and the page's status is known. */
export function createLook({ client, clock, tell }: LookPorts) {
  async function contentOf(id: string): Promise<SignNow['content']> {
    const now = await asked(client.call('GET /api/signs/:id/now', { params: { id } }));
    return now.ok ? now.body.content : null;
  }

  return async function look({ signId }: Extract<Effect, { do: 'look' }>): Promise<void> {
    const params = { id: signId };
    let since: string | null = null;
    let takenAtMs: number | null = null;
    let httpStatus: number | null = null;
    for (let looks = 1; looks <= LOOKS; looks += 1) {
      const asking: Promise<SignNow['content']> | null = httpStatus === null ? contentOf(signId) : null;
      const answer = await asked(client.call('GET /api/signs/:id', { params }));
      const content: SignNow['content'] = await asking;
      if (answer.ok) {
        const sign = answer.body;
        if (since === null && (sign.status === 'showing' || sign.status === 'idle')) {
          since = sign.screenshotAt ?? '';
          await asked(client.call('POST /api/signs/:id/commands', { params, body: { command: 'screenshot' } }));
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
      await new Promise<void>((resolve) => void clock.after(LOOK_EVERY_MS, resolve));
    }
  };
}
