import { LIMITS, ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { countAttempt } from '../access/counted-attempts.ts';
import type { ServiceDeps } from '../db/database.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway.ts';

/**
 * `sign:identify` of an unclaimed device (promise D6): it shows its code large while its finder says yes or no. Lost messages are not repeated: who
 * sees nothing blink starts again.
 */
export function createIdentify({ db, clock, gateway, pendingTtlMs }: Identifying) {
  // The sign is not looked for any longer than its pendingSign lives.
  const seconds = Math.min(LIMITS.identifyAtStartSeconds, Math.ceil(pendingTtlMs / 1_000));

  return {
    /**
     * `startsAtMs`: the moment that the pendingSign's time-to-live counts from. Where that is in whole seconds, `expiresAt` of the answer has the phase in
     * which the code blinks.
     */
    async begin(signId: string, startsAtMs: number): Promise<void> {
      const attempt = {
        kind: 'identifies of a device',
        key: signId,
        limits: ATTEMPT_LIMITS.identifiesOfDevice,
      } as const;
      if ((await countAttempt(db, attempt, clock.now())) > 0) return;
      const expiresAt = new Date(startsAtMs + seconds * 1_000).toISOString();
      gateway.send(signId, 'sign:identify', { seconds, startsAtMs, expiresAt });
    },

    end(signId: string): void {
      const startsAtMs = clock.now();
      gateway.send(signId, 'sign:identify', { seconds: 0, startsAtMs, expiresAt: new Date(startsAtMs).toISOString() });
    },
  };
}

interface Identifying extends Pick<ServiceDeps, 'db' | 'clock'> {
  gateway: KioskGateway;
  pendingTtlMs: number;
}
