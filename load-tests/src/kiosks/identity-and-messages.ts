import type { KioskHandshake, KioskMessage } from '@sign-display/contracts/kiosk-events';
import { KIOSK_PROTOCOL, deriveShortCode, makeSecret, makeUuidV4, sha256, toHex } from '../contract.ts';

/** What a kiosk is born with (contract, section 1), and what it says of its machine. */
export interface Identity {
  handshake: KioskHandshake;
  shortCode: string;
  hostname: string;
}

/**
 * The identity of kiosk `index` of a run: the same wherever it is asked for, so that setup, virtual users and storms meet the same signs and hand nothing on.
 * `seed` must be new for each run: the service remembers identities.
 */
export function identityOf(seed: string, index: number): Identity {
  // One digest for all of it, though parts of it are told twice: k6 takes more than a millisecond for each, and nothing here is a secret.
  const digest = sha256(`${seed}/${index}`);
  const from = (start: number) => ({
    float: () => 0,
    bytes: (length: number) => digest.slice(start, start + length),
  });
  const signId = makeUuidV4(from(0));
  const mac = toHex(from(16).bytes(3));
  return {
    handshake: {
      protocol: KIOSK_PROTOCOL,
      signId,
      deviceSecret: makeSecret(from(0)),
      bootId: makeUuidV4(from(16)),
      macAddress: `00:16:3e:${mac.slice(0, 2)}:${mac.slice(2, 4)}:${mac.slice(4, 6)}`,
      appVersion: '0.1.0',
    },
    shortCode: deriveShortCode(signId),
    hostname: `load-${index + 1}`,
  };
}

/** Whose sign a kiosk is; null while nobody has claimed it. */
export interface Owner {
  organizationId: string;
  eventId: string;
  url: string;
}

export function registration(
  { handshake, shortCode, hostname }: Identity,
  owner: Owner | null,
): KioskMessage<'sign:register'> {
  const { signId, macAddress, bootId, appVersion } = handshake;
  return {
    signId,
    shortCode,
    macAddress,
    bootId,
    state: owner === null ? 'unclaimed' : 'showing',
    currentUrl: owner?.url ?? null,
    organizationId: owner?.organizationId ?? null,
    eventId: owner?.eventId ?? null,
    configVersion: 0,
    device: {
      appVersion,
      platform: 'linux',
      osRelease: '6.1.0',
      arch: 'x64',
      hostname,
      screen: { width: 1920, height: 1080, scaleFactor: 1 },
      timeZone: 'Europe/Vienna',
    },
  };
}

/** `seq` counts a connection's heartbeats. What is measured changes from beat to beat, as it does on a machine. */
export function heartbeat(seq: number, isClaimed: boolean): KioskMessage<'heartbeat'> {
  return {
    seq,
    status: isClaimed ? 'showing' : 'unclaimed',
    mode: 'foreground',
    metrics: {
      cpuLoad: 0.1 + (seq % 50) / 100,
      memUsedBytes: 1_500_000_000 + (seq % 100) * 1_000_000,
      memTotalBytes: 4_000_000_000,
      uptimeSeconds: 3_600 + seq * 5,
      temperatureCelsius: 40 + (seq % 20),
      eventLoopLagMs: seq % 5,
    },
    contentState: isClaimed ? 'showing' : 'idle',
    blank: isClaimed ? false : null,
  };
}
