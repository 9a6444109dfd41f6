import { AGENT_LIMITS } from '@sign-display/kiosk-agent/limits';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';

const LOOK_EVERY_MS = 1_000;
/** Three heartbeats without an answer, the one that finds that out, and a little. */
const GIVES_UP_WITHIN_MS = (AGENT_LIMITS.missedHeartbeats + 1) * AGENT_LIMITS.heartbeatIntervalMs + 2_000;

/** A sign whose heartbeats nobody answers is offline, whatever its socket says, and looks for another way: N1 as the sign sees it. */
export const kioskHeartbeats: Checker = {
  promises: ['N1'],
  begin(world): Watch {
    /** When each sign last had an answer. */
    const answeredMs = world.signs.map(() => -Infinity);
    let lookedMs = 0;
    world.network.onArrival(({ kiosk, to, event }) => {
      if (to === 'kiosk' && event === 'heartbeat:ack' && kiosk < answeredMs.length)
        answeredMs[kiosk] = world.timeline.nowMs();
    });
    return {
      afterStep() {
        const nowMs = world.timeline.nowMs();
        if (nowMs - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = nowMs;
        for (const { index, kiosk } of world.signs) {
          const connection = kiosk.agent()?.connection;
          if (connection?.phase !== 'registered') continue;
          const sinceMs = Math.max(connection.sinceMs, answeredMs[index]!);
          assertPromise(
            nowMs - sinceMs <= GIVES_UP_WITHIN_MS,
            'N1',
            `kiosk ${index} stays where nobody answers it`,
            () => ({
              seen: `registered, without an answer for ${Math.round(nowMs - sinceMs)} ms`,
              expected: `another connection after ${AGENT_LIMITS.missedHeartbeats} heartbeats`,
            }),
          );
        }
      },
    };
  },
};
