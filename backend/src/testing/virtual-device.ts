import type { BackendMessage, KioskMessage } from '@sign-display/contracts/kiosk-events';
import { BROWSER_PLATFORM, browserMacAddress } from '@sign-display/contracts/browser-mac-address';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Random } from '@sign-display/contracts/clock-and-random';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { TestNode } from './claim-world.ts';
import type { MemoryKiosk } from './memory-kiosks.ts';

export type ApplyLink = BackendMessage<'sign:apply_link'>;

/**
 * A device that speaks the kiosk's protocol and does nothing by itself: whether, when and with what it answers is the test's. It keeps
 * what it was told over all of its connections.
 */
export interface VirtualDevice {
  readonly signId: string;
  readonly shortCode: string;
  readonly handshake: Handshake;
  /** The present connection; null while it is away. */
  readonly kiosk: MemoryKiosk | null;
  /** Connects to `node` and registers, and resolves when it has its first `sign:config`. */
  connect(node: TestNode, options?: { newBoot?: boolean }): Promise<void>;
  disconnect(): void;
  /** Every `sign:apply_link` that arrived, oldest first. */
  applyLinks(): ApplyLink[];
  /** The record that the last word about it named; null: unclaimed. Undefined: it has not heard anything on this connection. */
  lastWord(): string | null | undefined;
  register(): KioskMessage<'sign:register'>;
}

export interface Handshake {
  protocol: number;
  signId: string;
  deviceSecret: string;
  bootId: string;
  macAddress: string;
  appVersion: string;
}

export function makeHandshake(random: Random): Handshake {
  return {
    protocol: 1,
    signId: makeUuidV4(random),
    deviceSecret: makeSecret(random),
    bootId: makeUuidV4(random),
    macAddress: '00:1a:2b:3c:4d:5e',
    appVersion: '1.0.0',
  };
}

export function makeRegister(handshake: Handshake): KioskMessage<'sign:register'> {
  const { signId, macAddress, bootId, appVersion } = handshake;
  return {
    signId,
    shortCode: deriveShortCode(signId),
    macAddress,
    bootId,
    state: 'unclaimed',
    currentUrl: null,
    organizationId: null,
    eventId: null,
    configVersion: 0,
    device: {
      appVersion,
      platform: 'linux',
      osRelease: '6.1',
      arch: 'x64',
      hostname: 'sign',
      screen: { width: 1920, height: 1080, scaleFactor: 1 },
      timeZone: 'Europe/Vienna',
    },
  };
}

function wordOf({ event, payload }: MemoryKiosk['received'][number]): string | null | undefined {
  if (event === 'sign:claimed') return (payload as BackendMessage<'sign:claimed'>).signRecordId;
  if (event === 'sign:unregistered') return null;
  if (event === 'sign:config') return (payload as BackendMessage<'sign:config'>).sign?.id ?? null;
  return undefined;
}

/**
 * A device with its own identity, or with `signId`. On the platform `browser` its hardware address is derived from its
 * signId.
 */
export function createVirtualDevice(random: Random, signId?: string, platform = 'linux'): VirtualDevice {
  const handshake = { ...makeHandshake(random), ...(signId !== undefined && { signId }) };
  if (platform === BROWSER_PLATFORM) handshake.macAddress = browserMacAddress(handshake.signId);
  const register = (): KioskMessage<'sign:register'> => {
    const message = makeRegister(handshake);
    return { ...message, device: { ...message.device, platform } };
  };
  const past: MemoryKiosk[] = [];
  let kiosk: MemoryKiosk | null = null;

  return {
    signId: handshake.signId,
    shortCode: deriveShortCode(handshake.signId),
    handshake,
    get kiosk() {
      return kiosk?.isOpen ? kiosk : null;
    },
    async connect(node, options) {
      if (options?.newBoot) handshake.bootId = makeUuidV4(random);
      const connected = await node.transport.connect({ ...handshake });
      if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
      kiosk = connected.kiosk;
      past.push(kiosk);
      const reply = await kiosk.request('sign:register', register());
      if (!(reply as { ok: boolean }).ok) throw new Error(`not registered: ${JSON.stringify(reply)}`);
      await kiosk.next('sign:config');
    },
    disconnect: () => kiosk?.cut(),
    applyLinks: () =>
      past.flatMap(({ received }) =>
        received.flatMap(({ event, payload }) => (event === 'sign:apply_link' ? [payload as ApplyLink] : [])),
      ),
    lastWord() {
      for (const message of kiosk?.received.toReversed() ?? []) {
        const word = wordOf(message);
        if (word !== undefined) return word;
      }
      return undefined;
    },
    register,
  };
}
