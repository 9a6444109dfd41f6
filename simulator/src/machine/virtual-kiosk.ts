import { createAgent, type AgentOptions } from '@sign-display/kiosk-agent/agent';
import type { SignState } from '@sign-display/kiosk-agent/state/state';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { Clock, IdentifyOverlay, Outbox, Store, Transport } from '@sign-display/kiosk-agent/ports';
import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import type { HeartbeatCount, ScreenContent } from '../evidence/evidence-types.ts';
import type { Fate } from '../faults/decide-link-faults.ts';
import { createNetwork, type Network } from '../faults/network.ts';
import { createMemoryLogBook, createMemoryOutbox, createMemoryStore } from './memory-disk.ts';
import { createMoments, type Moments } from './await-kiosk-milestones.ts';
import type { PageClient } from '../pages/page-client.ts';
import type { Camera } from './draw-screenshot.ts';
import type { KioskPlan } from '../plan/plan-types.ts';
import { createSimulatedShell, type Machine } from './simulated-shell.ts';
import { createKioskRecorder, type KioskRecords } from './virtual-kiosk-recorder.ts';

const LANDSCAPE = { width: 1_920, height: 1_080 };
const PORTRAIT = { width: 1_080, height: 1_920 };
/** Every so many signs one stands upright. */
const PORTRAIT_EACH = 6;

/** What all kiosks of a fleet share. */
export interface KioskWorld {
  /** Seeds identities and jitter. Where the backend outlives the run, it holds more than the run's seed. */
  identitySeed: string;
  clock: Clock;
  transport: Transport;
  pages: PageClient;
  camera: Camera;
  appVersion: string;
  /** Replaces the agent's own limits. */
  limits?: AgentOptions['limits'];
  /** Replaces the disk that writes at once and is never full. */
  disk?: { store: Store; outbox: Outbox; document(): unknown };
  /** Told of everything that this kiosk's network and screen see, after its witness. */
  observer?: { screen?(screen: ScreenContent): void; restarted?(): void; fate?(fate: Fate): void };
  onHeartbeatAck(latencyMs: number): void;
}

export interface VirtualKiosk {
  readonly plan: KioskPlan;
  readonly network: Network;
  readonly moments: Moments;
  boot(): void;
  /** Stops the agent and starts it again on the same store. `polite`: the backend hears of it. */
  reboot(how: { polite: boolean; newMac?: boolean; drawsMac?: boolean }): void;
  /** From now on its machine takes so long to come up again when its agent asks for a restart. */
  takeToRestart(ms: number): void;
  /** Cuts the power. The agent is gone and its disk stays; the backend's side of its connection stays open. */
  powerOff(): void;
  /** Boots again, once the last agent has stopped. */
  powerOn(): void;
  setCable(plugged: boolean): void;
  /** Closes its connection properly and stays away until the cable is in again. */
  leave(): void;
  /** Somebody at the sign changes its settings. */
  changeSettings(patch: SignSettings): void;
  /** Somebody at the sign types its code to give up its identity; false: the code is wrong. */
  release(typedCode: string): boolean;
  plugged(): boolean;
  /** The MAC address of the machine that it runs on now. */
  macAddress(): string;
  /** How often its agent asked for a restart. */
  restarts(): number;
  /** Registered with the backend, as far as the kiosk knows. */
  online(): boolean;
  /** What a person in front of the sign sees. */
  screen(): ScreenContent | null;
  /** The code that is over that now. */
  overlay(): IdentifyOverlay | null;
  /** Whether its screen is of one colour although a page is up. */
  blank(): boolean;
  /** What its agent knows; null while it is off. */
  agent(): Readonly<SignState> | null;
  /** How long the page of `requestId` took to load, as the kiosk reported it; 0 where it reported nothing. */
  loadMs(requestId: string): number;
  heartbeats(): HeartbeatCount;
  connections(): number;
  seen(): KioskRecords & { document: unknown };
  stop(): Promise<void>;
}

function memoryDisk(): NonNullable<KioskWorld['disk']> {
  const store = createMemoryStore();
  return { store, outbox: createMemoryOutbox(), document: store.document };
}

/** Locally administered, as Linux draws one for a card without an address of its own. */
const drawnMac = (draws: Draws): string =>
  `5e:${Array.from(draws.bytes(5), (byte) => byte.toString(16).padStart(2, '0')).join(':')}`;

/** The real agent on a simulated machine (behaviour S1). Nothing runs before `boot`. */
export function createVirtualKiosk(plan: KioskPlan, world: KioskWorld): VirtualKiosk {
  const { clock, identitySeed, appVersion, pages, camera } = world;
  const { index } = plan;
  const moments = createMoments(clock);
  const witness = createKioskRecorder(clock, moments, world.onHeartbeatAck);
  const { store, outbox, document } = world.disk ?? memoryDisk();
  const logs = createMemoryLogBook();
  const machine: Machine = {
    appVersion,
    hostname: `sign-${index + 1}`,
    macAddress: plan.macAddresses[0],
    drawsMac: false,
    background: false,
    plugged: !plan.bootsOffline,
    screen: index % PORTRAIT_EACH === PORTRAIT_EACH - 1 ? PORTRAIT : LANDSCAPE,
  };
  const restart = (): void => reboot({ polite: true });
  const restartByAgent = (): void => {
    witness.restartedByAgent();
    world.observer?.restarted?.();
    reboot({ polite: true, awayMs: restartMs });
  };
  const forging = seededRandom(identitySeed, 'forged', index);
  const network = createNetwork(world.transport, clock, forging, {
    ...witness.network,
    message(message, fate) {
      witness.network.message(message, fate);
      if (fate !== 'pass' && fate !== 'released' && fate !== 'forged') world.observer?.fate?.(fate);
    },
    reboot: restart,
  });
  network.setCable(machine.plugged);
  let agent: ReturnType<typeof createAgent> | null = null;
  let boots = 0;
  let pictures = 0;
  let stopped = false;
  let restartMs = 0;
  /** The machine is down, and comes up by itself. */
  let cancelBoot = (): void => {};
  let isBlank = false;
  let poweringOff: Promise<void> = Promise.resolve();

  function boot(): void {
    boots += 1;
    if (machine.drawsMac) machine.macAddress = drawnMac(seededRandom(identitySeed, 'mac', index, boots));
    witness.booting();
    const shell = createSimulatedShell(machine, pages, clock, {
      ...witness.shell,
      onScreen(screen, blank) {
        isBlank = blank;
        witness.shell.onScreen(screen, blank);
        world.observer?.screen?.(screen);
      },
      onRestart: restartByAgent,
      onDeviceRestart: restartByAgent,
      onFetched: (report) => agent?.contentFetched(report),
      onUpdateStatus: (status) => agent?.updateStatus(status),
      onCapture(scene, maxWidth) {
        pictures += 1;
        const name = agent?.state().stored.claim?.sign.name ?? machine.hostname;
        const words = `${machine.hostname}, picture ${pictures}: ${JSON.stringify(witness.screen())}`;
        return camera.take(scene, { name, screen: machine.screen }, maxWidth, words);
      },
    });
    // Each boot has a stream of chance of its own, so the identity that it makes does not depend on what happened before.
    const random = seededRandom(identitySeed, 'boot', index, boots);
    agent = createAgent({
      clock,
      random,
      transport: network.transport,
      store,
      outbox,
      logs,
      shell,
      appVersion,
      limits: world.limits ?? {},
    });
    void agent.start();
  }

  function reboot({
    polite,
    newMac = false,
    drawsMac = machine.drawsMac,
    awayMs = 0,
  }: {
    polite: boolean;
    newMac?: boolean;
    drawsMac?: boolean;
    awayMs?: number;
  }): void {
    if (!polite) network.goSilent();
    const last = agent;
    agent = null;
    witness.network.lost();
    // The mainboard is swapped; the next swap puts the first one back.
    machine.drawsMac = drawsMac && !newMac;
    if (newMac) machine.macAddress = plan.macAddresses[machine.macAddress === plan.macAddresses[0] ? 1 : 0];
    // One disk, one process: the old agent's writes are done before the new agent reads.
    void last?.stop().then(() => {
      if (stopped) return;
      if (awayMs === 0) boot();
      else cancelBoot = clock.after(awayMs, boot);
    });
  }

  return {
    plan,
    network,
    moments,
    boot,
    reboot,
    takeToRestart: (ms) => void (restartMs = ms),
    powerOff() {
      cancelBoot();
      network.goSilent();
      const last = agent;
      agent = null;
      witness.network.lost();
      poweringOff = last?.stop() ?? Promise.resolve();
    },
    powerOn: () => void poweringOff.then(() => (stopped || agent ? undefined : boot())),
    setCable(plugged) {
      machine.plugged = plugged;
      network.setCable(plugged);
    },
    leave() {
      network.hangUp();
      machine.plugged = false;
      network.setCable(false);
    },
    changeSettings: (patch) => agent?.changeSettings(patch),
    release: (typedCode) => agent?.release(typedCode) ?? false,
    plugged: () => machine.plugged,
    macAddress: () => machine.macAddress,
    restarts: () => witness.records().restarts,
    online: witness.registered,
    screen: witness.screen,
    overlay: () => (agent === null ? null : witness.overlay()),
    blank: () => isBlank,
    agent: () => agent?.state() ?? null,
    loadMs(requestId) {
      const answers = witness.records().wire.filter((message) => message.requestId === requestId);
      return answers.findLast(({ loadMs }) => loadMs !== null)?.loadMs ?? 0;
    },
    heartbeats: witness.heartbeats,
    connections: witness.connections,
    seen: () => ({ ...witness.records(), document: document() }),
    async stop() {
      stopped = true;
      cancelBoot();
      await agent?.stop();
      network.close();
    },
  };
}
