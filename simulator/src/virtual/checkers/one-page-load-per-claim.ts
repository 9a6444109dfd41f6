import { AGENT_LIMITS } from '@sign-display/kiosk-agent/limits';
import type { SignState } from '@sign-display/kiosk-agent/state/state';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';

/** A page is loaded for a claim once (promise C5): whoever has answered it answers from memory. */
export const kioskClaiming: Checker = {
  promises: ['C5'],
  begin(world): Watch {
    const states: (SignState['attempt'] | undefined)[] = world.signs.map(() => undefined);
    return {
      afterStep() {
        for (const { index, kiosk } of world.stirred) {
          const attempt = kiosk.agent()?.attempt;
          const before = states[index];
          if (attempt === before) continue;
          states[index] = attempt;
          if (attempt?.phase !== 'proving') continue;
          const { requestId } = attempt;
          if (before?.requestId === requestId && before.phase === 'proving') continue;
          world.coverage.hit('C5 page loaded for a claim');
          const sent = kiosk
            .seen()
            .wire.filter(({ event, fate }) => event === 'sign:link_ack' && fate !== 'forged')
            .map((message) => message.requestId);
          const last = sent.lastIndexOf(requestId);
          const since = new Set(sent.slice(last + 1));
          const isKnown = last !== -1 && since.size < AGENT_LIMITS.ackCacheSize;
          assertPromise(!isKnown, 'C5', `kiosk ${index} loads the page of a claim that it has answered`, () => ({
            seen: attempt,
            expected: 'the answer that it gave before',
          }));
        }
      },
      atEnd() {
        for (const { kiosk } of world.signs)
          if (kiosk.seen().wire.some(({ event, replayed }) => event === 'sign:link_ack' && replayed))
            world.coverage.hit('C5 answer replayed');
      },
    };
  },
};
