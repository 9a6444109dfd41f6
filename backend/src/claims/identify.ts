import { LIMITS, ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { countAttempt } from '../access/counted-attempts.ts';
import type { ServiceDeps } from '../db/database.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway.ts';
import type { Logger } from '../logging/logger.ts';
import { hasLivingPending } from './claims-repository.ts';

/**
 * `sign:identify` of an unclaimed device (promise D6): it shows its code large while its finders say yes or no. Lost messages are not repeated: who
 * sees nothing blink starts again. Nor does a failure here fail the request that asks for it: what that has changed is committed, and a pendingSign
 * whose answer never came would be one that nobody can use or end. It is logged instead.
 */
export function createIdentify({ db, clock, gateway, log, pendingTtlMs }: Identifying) {
  // The sign is not looked for any longer than its pendingSign lives.
  const seconds = Math.min(LIMITS.identifyAtStartSeconds, Math.ceil(pendingTtlMs / 1_000));

  async function begin(signId: string, startsAtMs: number): Promise<void> {
    const attempt = { kind: 'identifies of a device', key: signId, limits: ATTEMPT_LIMITS.identifiesOfDevice } as const;
    if ((await countAttempt(db, attempt, clock.now())) > 0) return;
    const expiresAt = new Date(startsAtMs + seconds * 1_000).toISOString();
    gateway.send(signId, 'sign:identify', { seconds, startsAtMs, expiresAt });
  }

  async function end(signId: string): Promise<void> {
    const startsAtMs = clock.now();
    if (await hasLivingPending(db, signId, startsAtMs)) return;
    gateway.send(signId, 'sign:identify', { seconds: 0, startsAtMs, expiresAt: new Date(startsAtMs).toISOString() });
  }

  return {
    /**
     * `startsAtMs`: the moment that the pendingSign's time-to-live counts from. Where that is in whole seconds, `expiresAt` of the answer has the phase in
     * which the code blinks. Never rejects.
     */
    begin: (signId: string, startsAtMs: number): Promise<void> =>
      begin(signId, startsAtMs).catch((error: unknown) =>
        log.error({ err: error, signId }, 'a sign that is looked for does not show its code'),
      ),

    /**
     * Ends it where no pendingSign of the device lives any more: the code may blink for another operator too. To be called when the end of the own
     * one is committed, so that of several that end at once the last sees none. Never rejects.
     */
    end: (signId: string): Promise<void> =>
      end(signId).catch((error: unknown) =>
        log.error({ err: error, signId }, 'a sign shows its code until that ends by itself'),
      ),
  };
}

interface Identifying extends Pick<ServiceDeps, 'db' | 'clock'> {
  gateway: KioskGateway;
  log: Logger;
  pendingTtlMs: number;
}
