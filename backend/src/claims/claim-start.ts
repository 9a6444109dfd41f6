import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ClaimStartRequest, ClaimStartResponse } from '@sign-display/contracts/rest/claims';
import type { ServiceDeps } from '../db/database-types.ts';
import type { GatewayAcrossNodes } from '../cluster/kiosk-gateway-types.ts';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import { findDevice } from '../devices/devices-repository.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import { isDeviceClaimed } from '../signs/signs-repository.ts';
import { organizationsToClaimFor, resolveDevice } from './resolve-claim-request.ts';
import { insertClaim } from './claims-repository.ts';
import type { Identify } from './show-code-on-device.ts';
import type { ShortCodeGuesses } from './short-code-failures.ts';

interface ClaimStartDeps extends ServiceDeps {
  gateway: GatewayAcrossNodes;
  guesses: ShortCodeGuesses;
  identify: Identify;
  pendingTtlMs: number;
}

/** POST /api/signs/claim/start: makes the pendingSign. Takes no lock: several operators may hold one for a device. */
export function createClaimStart({ db, clock, random, gateway, guesses, identify, pendingTtlMs }: ClaimStartDeps) {
  return async function start(
    { person: operator }: SignedInAuthor,
    body: ClaimStartRequest,
  ): Promise<ClaimStartResponse | RestRefusal> {
    if ((await organizationsToClaimFor(db, operator.id)).length === 0) return { code: 'forbidden' };
    const isTyped = body.signId === undefined;
    const found = await guesses.lookUp(operator.id, { isTyped }, () => resolveDevice({ db, gateway }, body, null));
    if ('code' in found) return found;
    if ('refusal' in found) return found.refusal;
    if (await isDeviceClaimed(db, found.signId)) return { code: 'sign_already_claimed' };
    const connection = await gateway.connectionOf(found.signId);
    const device = connection && (await findDevice(db, found.signId));
    if (!connection || !device?.screen) return { code: 'sign_not_connected' };
    if (!connection.isProved) return NOT_KNOWN_YET;
    const nowMs = clock.now();
    const pendingId = makeUuidV7(clock, random);
    const signRecordId = makeUuidV7(clock, random);
    const expiresAt = new Date(nowMs + pendingTtlMs);
    const { signId, shortCode } = found;
    await insertClaim(db, {
      id: pendingId,
      kind: 'claim',
      state: 'pending',
      signRecordId,
      deviceSignId: signId,
      shortCode,
      operatorId: operator.id,
      createdAt: new Date(nowMs),
      expiresAt,
    });
    const shown = await identify.begin(signId, nowMs);
    const connectedSince = new Date(connection.connectedSinceMs).toISOString();
    const { appVersion, platform, screen } = device;
    return {
      pendingId,
      signRecordId,
      signId,
      shortCode,
      expiresAt: expiresAt.toISOString(),
      device: { appVersion, platform: platform ?? 'unknown', screen, connectedSince },
      identify: shown && { ...shown, serverTimeMs: clock.now() },
    };
  };
}

/** After a crash of ours the devices of the node that is gone stand in their rows as if they were connected (promise N2). */
const NOT_KNOWN_YET: RestRefusal = {
  code: 'unavailable',
  detail: 'The service has just started and does not know yet whether this sign is connected. Retry shortly.',
  retryAfterMs: RENEW_LEASE_EVERY_MS,
};
