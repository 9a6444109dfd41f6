import { LIMITS, ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import type { ClaimStartResponse } from '@sign-display/contracts/rest/claims';
import { countAttempt } from '../access/count-limited-attempts.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import type { Logger } from '../logging/logger-type.ts';
import { findLatestPending, hasLivingPending } from './claims-repository.ts';

/**
 * `sign:identify` of an unclaimed device (promise D6): it shows its code large while its finders say yes or no. Lost messages are not repeated: who
 * sees nothing blink starts again. Nor does a failure here fail the request that asks for it: what that has changed is committed, and a pendingSign
 * whose answer never came would be one that nobody can use or end. It is logged instead.
 */
export function createIdentify({ db, clock, gateway, log, pendingTtlMs }: Identifying) {
  // The sign is not looked for any longer than its pendingSign lives.
  const seconds = Math.min(LIMITS.identifyAtStartSeconds, Math.ceil(pendingTtlMs / 1_000));

  function show(signId: string, startsAtMs: number): Shown {
    const expiresAt = new Date(startsAtMs + seconds * 1_000).toISOString();
    gateway.send(signId, 'sign:identify', { seconds, startsAtMs, expiresAt }, { type: 'identify' });
    return { startsAtMs, seconds };
  }

  function hide(signId: string, startsAtMs: number): void {
    const expiresAt = new Date(startsAtMs).toISOString();
    gateway.send(signId, 'sign:identify', { seconds: 0, startsAtMs, expiresAt }, { type: 'identify' });
  }

  async function begin(signId: string, startsAtMs: number): Promise<Shown | null> {
    const attempt = { kind: 'identifies of a device', key: signId, limits: ATTEMPT_LIMITS.identifiesOfDevice } as const;
    if ((await countAttempt(db, attempt, clock.now())) > 0) return null;
    return show(signId, startsAtMs);
  }

  async function end(signId: string): Promise<void> {
    const startsAtMs = clock.now();
    if (await hasLivingPending(db, signId, startsAtMs)) return;
    hide(signId, startsAtMs);
  }

  return {
    /**
     * Asks the sign to show its code from `startsAtMs` on (service time). Null where it is not asked: ten times a minute is the most, or it could not be. Never
     * rejects.
     */
    begin: (signId: string, startsAtMs: number): Promise<Shown | null> =>
      begin(signId, startsAtMs).catch((error: unknown) => {
        log.error({ err: error, signId }, 'identify failed: the sign does not show its code');
        return null;
      }),

    /** Does for a device of this node what another node's request is for: the code is shown since the latest pendingSign that lives, or no longer. */
    async again(signId: string): Promise<void> {
      const nowMs = clock.now();
      const pending = await findLatestPending(db, signId, nowMs);
      if (pending) show(signId, pending.createdAt.getTime());
      else hide(signId, nowMs);
    },

    /**
     * Ends it where no pendingSign of the device lives any more: the code may blink for another operator too. To be called when the end of the own
     * one is committed, so that of several that end at once the last sees none. Never rejects.
     */
    end: (signId: string): Promise<void> =>
      end(signId).catch((error: unknown) =>
        log.error({ err: error, signId }, 'identify command not ended early, the code will disappear on its own'),
      ),
  };
}

/** What the sign was asked to do. */
export type Shown = Omit<NonNullable<ClaimStartResponse['identify']>, 'serverTimeMs'>;

interface Identifying extends Pick<ServiceDeps, 'db' | 'clock'> {
  gateway: KioskGateway;
  log: Logger;
  pendingTtlMs: number;
}

export type Identify = ReturnType<typeof createIdentify>;
