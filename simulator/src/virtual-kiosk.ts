import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { Clock, Transport } from '@sign-display/kiosk-agent/ports';
import { createAgent } from '@sign-display/kiosk-agent/agent';
import { parseQrText } from '@sign-display/contracts/qr';
import { seededRandom } from './adapters/seeded-random.ts';
import type { BootRecord, HeartbeatCount, ScreenRecord, WireRecord } from './evidence.ts';
import type { Fate, WireMessage } from './faults/link-faults.ts';
import { createNetwork, type Network } from './faults/network.ts';
import { createHeartbeatCounter } from './heartbeats.ts';
import { createMemoryStore } from './memory-store.ts';
import { createMoments, type Moments } from './moments.ts';
import type { PageClient } from './page-client.ts';
import type { KioskPlan } from './plan/steps.ts';
import { createSimulatedShell, type Machine, type ScreenContent } from './simulated-shell.ts';

/** What a whole fleet shares. */
export interface KioskWorld {
  /** Seeds identities and jitter; more than the run's seed where a backend outlives runs. */
  identitySeed: string;
  clock: Clock;
  transport: Transport;
  pages: PageClient;
  appVersion: string;
  onHeartbeatAck(latencyMs: number): void;
}

export interface VirtualKiosk {
  readonly plan: KioskPlan;
  readonly network: Network;
  readonly moments: Moments;
  boot(): void;
  /** Stops the agent and starts it again on the same store. `polite`: the backend hears of it. */
  reboot(how: { polite: boolean; newMac?: boolean }): void;
  setCable(plugged: boolean): void;
  /** What a person in front of the sign sees. */
  screen(): ScreenContent | null;
  online(): boolean;
  plugged(): boolean;
  /** How long the page of `requestId` took, as the kiosk told; 0 where it told nothing. */
  loadMs(requestId: string): number;
  heartbeats(): HeartbeatCount;
  connections(): number;
  seen(): KioskRecords;
  stop(): Promise<void>;
}

export interface KioskRecords {
  wire: readonly WireRecord[];
  screens: readonly ScreenRecord[];
  claimLoads: ReadonlyMap<string, number>;
  heartbeats: HeartbeatCount;
  signIds: readonly string[];
  document: unknown;
  qrGoneMs: readonly number[];
  boots: readonly BootRecord[];
  warnings: readonly string[];
}

const WARNINGS_KEPT = 10;

/** The real agent on a simulated machine (behaviour S1). Nothing runs before `boot`. */
export function createVirtualKiosk(plan: KioskPlan, world: KioskWorld): VirtualKiosk {
  const { clock } = world;
  const { index } = plan;
  const moments = createMoments(clock);
  const store = createMemoryStore();
  const machine: Machine = {
    appVersion: world.appVersion,
    hostname: `sign-${index + 1}`,
    macAddress: plan.macAddresses[0],
    plugged: !plan.bootsOffline,
  };
  const heartbeats = createHeartbeatCounter();
  const wire: WireRecord[] = [];
  const screens: ScreenRecord[] = [];
  const claimLoads = new Map<string, number>();
  const signIds: string[] = [];
  const warnings: string[] = [];
  const qrGoneMs: number[] = [];
  let connections = 0;
  let stopped = false;
  let registered = false;
  let claimedAtMs: number | null = null;
  const boots: BootRecord[] = [];
  let agent: ReturnType<typeof createAgent> | null = null;

  const network = createNetwork(world.transport, clock, seededRandom(world.identitySeed, 'forged', index), {
    message: observeMessage,
    reply: observeReply,
    opened() {
      connections += 1;
    },
    lost: connectionEnded,
    reboot: () => reboot({ polite: true }),
  });
  network.setCable(!plan.bootsOffline);

  function observeMessage({ event, payload }: WireMessage, fate: Fate | 'forged' | 'released'): void {
    const atMs = clock.monotonicMs();
    const fields = (payload ?? {}) as Partial<Record<keyof WireRecord | 'seq', unknown>>;
    if (event === 'heartbeat') return heartbeats.sent(Number(fields.seq), atMs);
    if (event === 'heartbeat:ack') {
      const latencyMs = heartbeats.acked(Number(fields.seq), atMs);
      if (latencyMs !== null) world.onHeartbeatAck(latencyMs);
      return;
    }
    const type = HANDSHAKE[event];
    if (!type) return;
    const requestId = typeof fields.requestId === 'string' ? fields.requestId : null;
    wire.push({
      atMs,
      event,
      fate,
      requestId,
      claimToken: typeof fields.claimToken === 'string' ? fields.claimToken : null,
      result: fields.result === 'success' || fields.result === 'failure' ? fields.result : null,
      loadMs: typeof fields.loadMs === 'number' ? fields.loadMs : null,
      replayed: fields.replayed === true,
    });
    if (type === 'claimed' && fate === 'pass' && screen()?.kind === 'qr') claimedAtMs = atMs;
    if (type !== 'confirm' && requestId !== null) moments.tell({ type, requestId });
  }

  function observeReply(event: string, payload: unknown, reply: unknown): void {
    if ((reply as { ok?: unknown } | null)?.ok !== true) return;
    if (event === 'sign:register') {
      registered = true;
      moments.tell({ type: 'registered' });
    }
    if (event === 'sign:claim_confirmed') {
      moments.tell({ type: 'confirmed', requestId: (payload as { requestId: string }).requestId });
    }
  }

  function connectionEnded(): void {
    registered = false;
    heartbeats.connectionEnded();
    moments.tell({ type: 'lost' });
  }

  function onScreen(next: ScreenContent): void {
    const atMs = clock.monotonicMs();
    screens.push({ atMs, screen: next });
    const boot = boots.at(-1);
    if (boot?.firstScreen === null) Object.assign(boot, { firstScreen: next.kind, beforeRegister: !registered });
    if (next.kind !== 'qr' && claimedAtMs !== null) {
      qrGoneMs.push(atMs - claimedAtMs);
      claimedAtMs = null;
    }
    if (next.kind === 'qr') {
      const scanned = parseQrText(next.qrText);
      if (scanned.ok && signIds.at(-1) !== scanned.payload.signId) signIds.push(scanned.payload.signId);
    }
    moments.tell({ type: next.kind });
  }

  const screen = (): ScreenContent | null => screens.at(-1)?.screen ?? null;

  function boot(): void {
    boots.push({ firstScreen: null, beforeRegister: false });
    const shell = createSimulatedShell(machine, world.pages, clock, {
      onScreen,
      onClaimLoad: (url) => claimLoads.set(url, (claimLoads.get(url) ?? 0) + 1),
      onRestart: () => reboot({ polite: true }),
      onLog(level, message, fields) {
        if (level !== 'warn' && level !== 'error') return;
        if (warnings.push(`${message} ${JSON.stringify(fields)}`) > WARNINGS_KEPT) warnings.shift();
      },
    });
    // Each boot has a stream of its own: who a machine becomes does not depend on what happened to it before.
    const random = seededRandom(world.identitySeed, 'boot', index, boots.length);
    agent = createAgent({ clock, random, transport: network.transport, store, shell, appVersion: world.appVersion });
    void agent.start();
  }

  function reboot({ polite, newMac = false }: { polite: boolean; newMac?: boolean }): void {
    if (!polite) network.goSilent();
    const last = agent;
    agent = null;
    connectionEnded();
    if (newMac) machine.macAddress = plan.macAddresses[1];
    // What the old agent wrote is on the disk before the new one reads it: there is one disk and one process at a time.
    void last?.stop().then(() => (stopped ? undefined : boot()));
  }

  return {
    plan,
    network,
    moments,
    boot,
    reboot,
    setCable(plugged) {
      machine.plugged = plugged;
      network.setCable(plugged);
    },
    screen,
    online: () => registered,
    plugged: () => machine.plugged,
    loadMs: (requestId) =>
      wire.findLast((message) => message.requestId === requestId && message.loadMs !== null)?.loadMs ?? 0,
    heartbeats: () => heartbeats.count(),
    connections: () => connections,
    seen: () => ({
      wire,
      screens,
      claimLoads,
      heartbeats: heartbeats.count(),
      signIds,
      document: store.document(),
      qrGoneMs,
      boots,
      warnings,
    }),
    async stop() {
      stopped = true;
      await agent?.stop();
      network.close();
    },
  };
}

/** The messages of a handshake that are kept, and the moment each is. */
const HANDSHAKE: Record<string, 'apply_link' | 'link_ack' | 'claimed' | 'confirm' | undefined> = {
  'sign:apply_link': 'apply_link',
  'sign:link_ack': 'link_ack',
  'sign:claimed': 'claimed',
  'sign:claim_confirmed': 'confirm',
};

/** The requestId that `label` stands for. */
export function requestIdOf(identitySeed: string, index: number, label: string): string {
  return makeUuidV4(seededRandom(identitySeed, 'request', index, label));
}
