import { createPresence, type Presence } from '../presence/presence.ts';
import type { NodeDeps } from './deps.ts';

/** Who is online, by what this node hears. `rest` is asked later, of what is made after it. */
export function watchPresence(
  { clock, log, kioskLimits, offlineAfterMs, warmUpMs, observe }: NodeDeps,
  rest: { isClaimed(deviceSignId: string): boolean; isRestarting(deviceSignId: string): boolean; changed(): void },
): Presence {
  return createPresence({
    clock,
    offlineAfterMs,
    heartbeatIntervalMs: kioskLimits.heartbeatIntervalMs,
    warmUpMs,
    isClaimed: rest.isClaimed,
    isRestarting: rest.isRestarting,
    observeWarmUp(warmUp) {
      if (warmUp) {
        const { reason, sinceMs, untilMs, vanished, of } = warmUp;
        log.warn({ reason, forMs: untilMs - sinceMs, vanished, of }, 'offline verdicts suspended');
        observe.warmUp(reason);
      } else log.info('offline verdicts resumed');
      rest.changed();
    },
  });
}
