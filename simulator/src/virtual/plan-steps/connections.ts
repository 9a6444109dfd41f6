import type { Break } from '../network/kiosk-connection.ts';
import { planStep, type PlanStep } from './plan-step.ts';

/** What happens to the way between a kiosk and a node. */

const connectionCut = planStep({
  name: 'connection_cut',
  kind: 'fault',
  weight: 4,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1) }),
  run(world, { kiosk }) {
    const sign = world.signs[kiosk]!;
    if (!world.network.linesOf(kiosk).some((line) => line.isOpen())) return false;
    sign.cutConnection();
    return true;
  },
});

/** Nothing passes any more, and neither end is told. */
const halfOpen = planStep({
  name: 'half_open',
  kind: 'fault',
  weight: 3,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1) }),
  run(world, { kiosk }) {
    const sign = world.signs[kiosk]!;
    if (!world.network.linesOf(kiosk).some((line) => line.isOpen())) return false;
    sign.silenceConnection();
    return true;
  },
});

/** Messages over which a line breaks, and whatever answers them. */
const MESSAGES = [
  'connect',
  'open',
  'sign:register',
  'reply to sign:register',
  'sign:config',
  'sign:apply_link',
  'sign:link_ack',
  'reply to sign:link_ack',
  'sign:claimed',
  'sign:claim_confirmed',
  'reply to sign:claim_confirmed',
  'sign:unregistered',
  'sign:display_content',
  'sign:settings_update',
  'sign:refresh',
  'sign:reboot',
  'sign:command_ack',
  'sign:analytics',
  'reply to sign:analytics',
  'heartbeat',
] as const;
const BREAKS = ['before', 'middle', 'after'] as const satisfies Break[];

const cutAtMessage = planStep({
  name: 'cut_at_message',
  kind: 'fault',
  weight: 8,
  ways: BREAKS,
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    event: draws.pick(MESSAGES),
    when: draws.pick(BREAKS),
  }),
  run(world, { kiosk, event, when }) {
    return new Promise((resolve) => {
      world.network.breakAt(kiosk, { event, when, struck: () => resolve(when) });
    });
  },
});

/** `never`: what is sent does not arrive, nor what comes after it. */
const DELAYS = { some: 800, long: 6_000, unbearable: 25_000, never: Infinity } as const;

const delay = planStep({
  name: 'delay',
  kind: 'fault',
  weight: 5,
  ways: Object.keys(DELAYS),
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    how: draws.pick(['some', 'long', 'unbearable', 'never'] as const),
    forMs: draws.int(2_000, 90_000),
  }),
  run(world, { kiosk, how, forMs }, draws) {
    const mostMs = DELAYS[how];
    world.network.setLatency(kiosk, mostMs === Infinity ? () => mostMs : () => 5 + mostMs * draws.float());
    world.timeline.after(forMs, `kiosk ${kiosk} is not delayed any more`, () => world.network.setLatency(kiosk, null));
    return how;
  },
});

/** While it runs, or from before it boots. */
const cablePulled = planStep({
  name: 'cable_pulled',
  kind: 'fault',
  weight: 4,
  ways: ['running', 'boots_without'],
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    boots: draws.chance(0.35),
    forMs: draws.int(500, 180_000),
  }),
  run(world, { kiosk, boots, forMs }) {
    const sign = world.signs[kiosk]!;
    if (!sign.isOn || !sign.kiosk.plugged()) return false;
    if (boots) {
      sign.powerOff();
      world.timeline.after(Math.min(2_000, forMs / 2), `kiosk ${kiosk} boots without its cable`, sign.powerOn);
    }
    sign.setCable(false);
    world.timeline.after(forMs, `kiosk ${kiosk} has its cable again`, () => sign.setCable(true));
    return boots ? 'boots_without' : 'running';
  },
});

/** A cable that comes and goes: long enough for verdicts, or too short for them (promise N5). */
const flapping = planStep({
  name: 'flapping',
  kind: 'fault',
  weight: 1.5,
  ways: ['long', 'short'],
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    isLong: draws.chance(0.7),
    times: draws.int(6, 10),
  }),
  async run(world, { kiosk, isLong, times }, draws) {
    const sign = world.signs[kiosk]!;
    const periodMs = 600_000 / times;
    for (let time = 0; time < times && !world.isCalm; time += 1) {
      const outMs = isLong ? 17_000 + 20_000 * draws.float() : 500 + 12_000 * draws.float();
      sign.setCable(false);
      await world.wait(outMs);
      sign.setCable(true);
      await world.wait((periodMs - outMs) * (0.5 + 0.5 * draws.float()));
    }
    return isLong ? 'long' : 'short';
  },
});

/** What nodes tell each other is lost; nobody is told of that where the gap is `unnoticed`. */
const carrierLost = planStep({
  name: 'carrier_lost',
  kind: 'fault',
  weight: 2.5,
  ways: ['noticed', 'unnoticed'],
  draw: (draws) => ({ unnoticed: draws.chance(0.5), forMs: draws.int(200, 90_000) }),
  run(world, { unnoticed, forMs }) {
    if (world.nodes.length < 2) return false;
    world.disturb(forMs);
    world.network.setCarrier(false);
    world.timeline.after(forMs, 'the carrier works again', () => world.network.setCarrier(true, unnoticed));
    return unnoticed ? 'unnoticed' : 'noticed';
  },
});

export const CONNECTIONS: readonly PlanStep[] = [
  connectionCut,
  halfOpen,
  cutAtMessage,
  delay,
  cablePulled,
  flapping,
  carrierLost,
];
