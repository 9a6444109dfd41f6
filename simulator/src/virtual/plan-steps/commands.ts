import type { CommandName } from '@sign-display/contracts/rest/commands';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Draws } from '../../adapters/seeded-random.ts';
import type { VirtualSign } from '../sign.ts';
import { planStep, type PlanStep } from './plan-step.ts';
import { askAgain, isLinked, isLost, pickSign, timeIn } from './operator-helpers.ts';

/** Remote commands, of every kind (promises K6 and M3). */

const COMMANDS = [
  'refresh',
  'reboot',
  'reboot_device',
  'set_background_mode',
  'update',
  'fetch_logs',
  'screenshot',
  'identify',
] as const satisfies CommandName[];
type Command = (typeof COMMANDS)[number];

function drawArgs(command: Command, draws: Draws, sinceAt: string): object | null {
  if (command === 'set_background_mode') return { enabled: draws.chance(0.5) };
  if (command === 'fetch_logs' && draws.chance(0.7))
    return draws.chance(0.5) ? { limit: draws.int(1, 200) } : { since: sinceAt };
  if (command === 'screenshot' && draws.chance(0.5)) return { maxWidth: draws.int(100, 1_920) };
  if (command === 'identify' && draws.chance(0.7)) return { seconds: draws.int(1, 60) };
  return null;
}

/** `wait`: also to a sign that is away, for a while. A second is not enough for what must be carried to the other node and stored. */
const EXPIRIES_S = [1, 3, 60, null] as const;

const command = planStep({
  name: 'command',
  kind: 'action',
  weight: 16,
  ways: COMMANDS,
  draw: (draws) => ({
    command: draws.pick(COMMANDS),
    expiresInSeconds: draws.pick(EXPIRIES_S),
    wait: draws.chance(0.3),
  }),
  async run(world, { command: name, expiresInSeconds, wait }, draws) {
    // `reboot_device` is an admin's.
    const sign = await pickSign(world, 'ben', draws, isLinked);
    if (!sign) return false;
    const args = drawArgs(name, draws, timeIn(world, -60_000));
    const body = {
      command: name,
      ...(args && { args }),
      ...(expiresInSeconds !== null && { expiresInSeconds: wait ? 30 * expiresInSeconds : expiresInSeconds }),
      ...(wait && { wait }),
    };
    const request = { method: 'POST', path: `/api/signs/${sign.id}/commands`, body } as const;
    const reply = await askAgain(world, 'ben', request, draws);
    return isLost(reply) ? false : name;
  },
});

/** Enough restarts for the sign to refuse more (promise K6). */
const rebootLoop = planStep({
  name: 'reboot_loop',
  kind: 'action',
  weight: 1,
  draw: (draws) => ({ everyMs: draws.int(8_000, 90_000) }),
  async run(world, { everyMs }, draws) {
    const sign = await pickSign(world, 'ben', draws, isLinked);
    if (!sign) return false;
    const request = { method: 'POST', path: `/api/signs/${sign.id}/commands`, body: { command: 'reboot' } } as const;
    for (let times = 0; times < 5; times += 1) {
      await askAgain(world, 'ben', request, draws);
      await world.wait(everyMs);
    }
    return true;
  },
});

/** Longer than a command takes to a sign that is connected. */
const RESTARTS_WITHIN_MS = 30_000;

/** The machine goes down when it is told to restart, and is away for a while: back within three minutes, or not (promise N9). */
const orderedRestart = planStep({
  name: 'ordered_restart',
  kind: 'action',
  weight: 3,
  ways: ['back', 'not_back'],
  draw: (draws) => ({
    command: draws.pick(['reboot', 'reboot_device'] as const),
    awayMs: draws.chance(0.7) ? draws.int(16_000, 160_000) : draws.int(200_000, 280_000),
  }),
  async run(world, { command: name, awayMs }, draws) {
    const isUp = ({ presence, restartingUntil }: Sign) => presence === 'online' && restartingUntil === null;
    const target = await pickSign(world, 'ben', draws, isUp);
    const ofTarget = ({ kiosk }: VirtualSign) =>
      kiosk.agent()?.stored.identity?.signId === target?.device?.deviceSignId;
    const sign = target && world.signs.find(ofTarget);
    if (!sign) return false;
    const request = { method: 'POST', path: `/api/signs/${target.id}/commands`, body: { command: name } } as const;
    const down = new Promise<boolean>((resolve) => {
      sign.atNextRestart(() => {
        resolve(sign.isOn && !world.isCalm);
        if (!sign.isOn || world.isCalm) return;
        sign.powerOff();
        world.timeline.after(awayMs, `kiosk ${sign.index} has restarted`, sign.powerOn);
      });
      world.timeline.after(RESTARTS_WITHIN_MS, `kiosk ${sign.index} was to restart`, () => resolve(false));
    });
    const reply = await askAgain(world, 'ben', request, draws);
    if (reply?.status !== 202 || !(await down)) {
      sign.atNextRestart(() => {});
      return false;
    }
    return awayMs < 180_000 ? 'back' : 'not_back';
  },
});

/** Whoever may not: told `forbidden`, or nothing of what there is (promises A1 and A2). */
const commandDenied = planStep({
  name: 'command_denied',
  kind: 'action',
  weight: 1.5,
  ways: ['viewer', 'operator', 'foreign_operator'],
  draw: (draws) => ({ how: draws.pick(['viewer', 'operator', 'foreign_operator'] as const) }),
  async run(world, { how }, draws) {
    const sign = await pickSign(world, 'ada', draws);
    if (!sign) return false;
    const who = how === 'viewer' ? 'eve' : how === 'operator' ? 'dan' : 'fritz';
    const body = { command: how === 'operator' ? 'reboot_device' : 'refresh' };
    const reply = await askAgain(world, who, { method: 'POST', path: `/api/signs/${sign.id}/commands`, body }, draws);
    return isLost(reply) ? false : how;
  },
});

export const COMMAND_ACTIONS: readonly PlanStep[] = [command, rebootLoop, orderedRestart, commandDenied];
