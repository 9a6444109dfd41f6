import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { isUnclaimedScreen } from '../../evidence/evidence-types.ts';
import type { ArmedFault } from '../../faults/decide-link-faults.ts';
import type { VirtualSign } from '../sign.ts';
import { EPOCH_MS } from '../timeline.ts';
import { planStep, type PlanStep } from './plan-step.ts';

/** Messages that are lost, late, doubled or forged, where it hurts most: in the handshake of a claim, and at what must be said once. */

/** Of claims: the next sign with a QR meets it. */
const OF_CLAIMS = [
  'ack_lost',
  'ack_late',
  'ack_duplicated',
  'ack_forged_token',
  'ack_forged_request',
  'ack_forged_stale',
  'cut_at_apply_link',
  'cut_at_link_ack',
  'cut_at_claimed',
  'reboot_at_apply_link',
] as const satisfies ArmedFault[];
const OF_CLAIMED = ['cut_at_command_ack', 'analytics_reply_lost'] as const satisfies ArmedFault[];

function showsNoClaim({ kiosk }: VirtualSign): boolean {
  const screen = kiosk.screen();
  return screen !== null && isUnclaimedScreen(screen);
}

const linkFault = planStep({
  name: 'link_fault',
  kind: 'fault',
  weight: 14,
  ways: [...OF_CLAIMS, ...OF_CLAIMED],
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    fault: draws.chance(0.85) ? draws.pick(OF_CLAIMS) : draws.pick(OF_CLAIMED),
    forMs: draws.int(60_000, 600_000),
    /** What is held back arrives so much later: before the deadline, or after it. */
    heldMs: draws.int(200, 40_000),
    /**
     * In place of that: it leaves so long after the deadline, or before it, to meet whoever ends the attempt. It is under way for some milliseconds, and
     * the node takes one or two more to note that the time is over.
     */
    pastDeadlineMs: draws.chance(0.7) ? draws.int(-15, 3) : null,
  }),
  run(world, { kiosk, fault, forMs, heldMs, pastDeadlineMs }) {
    const { signs, timeline, network } = world;
    const isClaims = (OF_CLAIMS as readonly ArmedFault[]).includes(fault);
    const inTurn = signs.map((_, turn) => signs[(kiosk + turn) % signs.length]!);
    const sign = inTurn.find((each) => isClaims === showsNoClaim(each)) ?? signs[kiosk]!;
    /** Of the attempt that the sign was asked for last. */
    let deadlineMs: number | null = null;
    if (typeof pastDeadlineMs === 'number')
      network.onArrival(({ kiosk: asked, event, payload }) => {
        if (asked === sign.index && event === 'sign:apply_link')
          deadlineMs = Date.parse((payload as BackendMessage<'sign:apply_link'>).expiresAt) - EPOCH_MS;
      });
    const releaseMs = (): number =>
      typeof pastDeadlineMs === 'number' && deadlineMs !== null
        ? deadlineMs + pastDeadlineMs
        : timeline.nowMs() + heldMs;
    return new Promise((resolve) => {
      const end = sign.armLink(fault, (fate) => {
        if (fate === 'hold')
          timeline.at(Math.max(timeline.nowMs(), releaseMs()), `kiosk ${sign.index} gets through`, end);
        if (fault !== 'ack_forged_stale' || fate === 'forge_stale') resolve(fault);
      });
      timeline.after(forMs, `kiosk ${sign.index} is sound`, end);
    });
  },
});

export const HANDSHAKES: readonly PlanStep[] = [linkFault];
