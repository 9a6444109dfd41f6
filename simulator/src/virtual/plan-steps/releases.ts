import { makeSecret } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { planStep, type PlanStep } from './plan-step.ts';

/** Who stands at a sign gives its identity up (promise K13), and who has got its signId binds it first. */

const HOWS = ['plainly', 'twice', 'wrong_code', 'power_cut'] as const;

/** `away`: the sign had no connection. `power_cut`: it loses its power in the middle. */
const release = planStep({
  name: 'release',
  kind: 'action',
  weight: 1.5,
  ways: ['claimed', 'unclaimed', 'away', 'wrong_code', 'power_cut'],
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    how: draws.chance(0.5) ? 'plainly' : draws.pick(HOWS),
    cutsAfterMs: draws.int(0, 80),
    offForMs: draws.int(1_000, 60_000),
  }),
  async run(world, { kiosk, how, cutsAfterMs, offForMs }) {
    const sign = world.signs[kiosk]!;
    const agent = sign.kiosk.agent();
    const signId = agent?.stored.identity?.signId;
    if (!sign.isOn || agent?.phase !== 'running' || signId === undefined) return false;
    const code = deriveShortCode(signId);
    if (how === 'wrong_code')
      return sign.release(code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`) ? false : how;
    const isAway = agent.connection.phase !== 'registered';
    const isClaimed = agent.stored.claim !== null;
    if (!sign.release(`${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase())) return false;
    if (how === 'twice') sign.release(code);
    if (how !== 'power_cut') return isAway ? 'away' : isClaimed ? 'claimed' : 'unclaimed';
    await world.wait(cutsAfterMs);
    sign.powerOff();
    await world.wait(offForMs);
    sign.powerOn();
    return how;
  },
});

/**
 * Somebody who knows a signId that was never registered binds it with a secret of their own, before the sign's first connection gets through: they know it by chance
 * here, because its QR is struck out until then.
 */
const squatter = planStep({
  name: 'squatter',
  kind: 'fault',
  // Of plans that are written by hand: it needs a sign that boots for the first time with its cable out.
  weight: 0,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), forMs: draws.int(5_000, 120_000) }),
  async run(world, { kiosk, forMs }, draws) {
    const sign = world.signs[kiosk]!;
    // Released at the machine without a connection it is a new sign that nobody has heard of.
    sign.setCable(false);
    const before = sign.kiosk.agent()?.stored.identity?.signId;
    if (before === undefined || !sign.release(deriveShortCode(before))) return false;
    await world.wait(5_000);
    const agent = sign.kiosk.agent();
    const isNew = agent?.stored.identity != null && !agent.stored.registered;
    const machine = isNew ? world.cloneSign(kiosk, makeSecret(draws)) : null;
    machine?.powerOn();
    await world.wait(forMs);
    machine?.powerOff();
    sign.setCable(true);
    return machine !== null;
  },
});

export const RELEASES: readonly PlanStep[] = [release];
export const SQUATTERS: readonly PlanStep[] = [squatter];
