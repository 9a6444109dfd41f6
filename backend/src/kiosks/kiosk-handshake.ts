import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { fieldWords } from '@sign-display/contracts/describe-validation-finding';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { KioskHandshake } from '@sign-display/contracts/kiosk-events';
import { KIOSK_PROTOCOL } from '@sign-display/contracts/limits';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { ServiceDeps } from '../db/database-types.ts';
import type { CloneNotes } from '../clones/record-detected-clones.ts';
import type { BindingLimit } from '../devices/new-device-limit.ts';
import type { Pace } from '../db/combine-queries.ts';
import { createBatchedRead } from '../db/batched-read.ts';
import { createBatchedWrite } from '../db/batched-write.ts';
import { bindDevices, findSecretHashes, type NewDevice } from '../devices/devices-repository.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { Gate } from '../flow/gate.ts';
import { spreadRetryMs } from '../http/load-shedding.ts';
import type { KioskIdentity } from './kiosk-connections.ts';
import type { Takeover } from './admit-connecting-device.ts';
import type { KioskPeer } from '../sockets/kiosk-transport-types.ts';

const handshakeCheck = Compile(KioskHandshake);

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Decides whether a kiosk may connect (contract, section 1): its identity is well-formed, its secret is the one that is bound to its
 * signId, and no other machine lives under the same identity.
 */
export function createKioskHandshake(
  deps: ServiceDeps & {
    takeover: Takeover;
    /** How many are looked up at once, together, and how many wait to be: a fleet that comes at once must leave the database to others. */
    gate: Gate;
    /** One that has waited for so long is refused, and nothing is looked up for it. */
    waitMostMs: number;
    bindings: BindingLimit;
    pace: Pace;
    clones: CloneNotes;
    log: Logger;
  },
) {
  const { db, clock, random, pace, takeover, gate, waitMostMs, bindings, clones, log } = deps;

  const findSecretHash = createBatchedRead((signIds) => findSecretHashes(db, signIds), {
    queriesAtOnce: 1,
    pace,
  });
  const bindDevice = createBatchedWrite(
    (devices: NewDevice[]) => bindDevices(db, devices),
    async (device) => (await bindDevices(db, [device]))[0]!,
    pace,
  );

  return async (handshake: unknown, peer: KioskPeer): Promise<{ identity: KioskIdentity } | { refusal: Refusal }> => {
    const protocol =
      typeof handshake === 'object' && handshake !== null && 'protocol' in handshake ? handshake.protocol : undefined;
    if (typeof protocol === 'number' && protocol !== KIOSK_PROTOCOL) {
      return {
        refusal: { code: 'protocol_unsupported', detail: `This backend supports protocol version ${KIOSK_PROTOCOL}.` },
      };
    }
    if (!handshakeCheck.Check(handshake)) {
      const [first] = handshakeCheck.Errors(handshake);
      return {
        refusal: {
          code: 'invalid_identity',
          detail: `handshake${first?.instancePath ?? ''} ${first ? fieldWords(first) : 'is malformed'}`,
        },
      };
    }
    const { signId, bootId, macAddress, appVersion } = handshake;
    const secretHash = hashSecret(handshake.deviceSecret);
    const untilMs = clock.monotonicMs() + waitMostMs;
    const bound = await gate.run(
      async () => {
        const known = await findSecretHash(signId);
        if (known !== null) return known === secretHash;
        const device = { ...handshake, secretHash, shortCode: deriveShortCode(signId), atMs: clock.now() };
        return bindings.take(peer.address) ?? (await bindDevice(device));
      },
      () => clock.monotonicMs() > untilMs,
    );
    if (!bound) return { refusal: { code: 'unavailable', retryAfterMs: spreadRetryMs(random) } };
    if (typeof bound.result === 'object') {
      const { waitMs, isNews } = bound.result;
      if (isNews) log.warn({ signId, address: peer.address }, 'kiosk refused: too many new signIds from its address');
      const detail = 'Too many new signs are connecting from this address.';
      // Many wait for the same next place.
      return { refusal: { code: 'rate_limited', detail, retryAfterMs: waitMs + spreadRetryMs(random) } };
    }
    if (!bound.result) {
      log.warn({ signId, address: peer.address }, 'kiosk refused: another secret is bound to its signId');
      return { refusal: { code: 'identity_conflict' } };
    }
    // Before the clone check, in which a fleet that is back from a power cut waits for seconds (decision 14).
    peer.proved();
    // Behind a trusted proxy it is whatever that one wrote.
    const address = peer.address.slice(0, 100);
    const identity = { connectionId: makeUuidV4(random), signId, bootId, macAddress, appVersion, address };
    const admission = await takeover.admit(identity);
    switch (admission.type) {
      case 'in':
        return { identity };
      case 'clone':
        log.warn(
          { signId, bootId, macAddress, address },
          'kiosk quarantined: its identity is in use on another machine',
        );
        if (admission.first) clones.note({ ...admission, signId, first: admission.first });
        return { refusal: { code: 'clone_quarantined' } };
      case 'refused':
        return {
          refusal: { code: 'clone_quarantined', detail: 'An admin chose another machine for this sign.' },
        };
      case 'retired':
        log.info({ signId, bootId, macAddress, address }, 'kiosk refused: its identity was revoked');
        return { refusal: { code: 'identity_conflict', detail: 'This identity was revoked.', reset: true } };
      case 'crowd':
        return { refusal: { code: 'unavailable', retryAfterMs: 1_000 } };
    }
  };
}
