import { parseQrText } from '@sign-display/contracts/qr-payload';
import {
  claimBody,
  codeOf,
  readReply,
  requestIdOf,
  settleDoubleTap,
  type FormWorld,
  type Scanned,
} from './claim-requests-and-replies.ts';
import { doDuty, type DutyWorld } from './operator-actions.ts';
import type { DutyRecord } from '../evidence/evidence-types.ts';
import type { Moment } from '../machine/await-kiosk-milestones.ts';
import type { Operator } from '../backend/operators.ts';
import { rivalOf } from '../plan/expected-outcome.ts';
import type { ClaimStep, KioskTurn, Told } from '../plan/plan-types.ts';
import type { VirtualKiosk } from '../machine/virtual-kiosk.ts';

/** What a story of one kiosk needs. */
export interface StoryWorld extends FormWorld, DutyWorld {
  other: Operator;
  /** Called for a claim without a fault. `totalMs`: from request to reply; `loadMs`: the part in which the kiosk loaded its page. */
  onPlainClaim(totalMs: number, loadMs: number): void;
}

export interface StoryRecord {
  told: Told[];
  requestIds: Map<string, string>;
  stuck: string[];
  duties: DutyRecord[];
  /** Played to its end, whether or not it went as it should. */
  over: boolean;
}

export const newStoryRecord = (): StoryRecord => ({
  told: [],
  requestIds: new Map(),
  stuck: [],
  duties: [],
  over: false,
});

/**
 * Plays the plan of `kiosk`, step by step. A step ends when its effects have reached the kiosk, so that the next one meets the same situation in every
 * run. Never throws: an error is noted in `record.stuck` and ends the story.
 */
export async function playStory(kiosk: VirtualKiosk, world: StoryWorld, record: StoryRecord): Promise<void> {
  try {
    // A kiosk with its cable out boots only now. After a minute of vain attempts it would try to connect only seldom.
    if (kiosk.plan.bootsOffline) kiosk.boot();
    const claim = createClaiming(kiosk, world, await (kiosk.plan.bootsOffline ? remember : scan)(kiosk), record);
    for (const [index, step] of kiosk.plan.steps.entries()) {
      if (step.do === 'claim') await claim(index, step);
      else if (step.do === 'duty') record.duties.push(await doDuty(kiosk, world, step.duty));
      else await turn(kiosk, step.do);
    }
  } catch (error) {
    record.stuck.push(error instanceof Error ? error.message : String(error));
  }
  record.over = true;
}

const isRegistered = ({ type }: Moment): boolean => type === 'registered';

/** Reads an offline sign. Its QR is struck out, so an operator who claims it has its code from an earlier time. */
async function remember({ moments, screen, agent }: VirtualKiosk): Promise<Scanned> {
  await moments.since(0, 'the QR screen', ({ type }) => type === 'qr');
  const seen = screen();
  const signId = agent()?.stored.identity?.signId;
  if (seen?.kind !== 'qr' || seen.qrText !== null || signId === undefined)
    throw new Error(`the screen of a sign that is offline shows no struck-out code: ${JSON.stringify(seen)}`);
  return { signId, shortCode: seen.shortCode };
}

async function scan({ moments, screen }: VirtualKiosk): Promise<Scanned> {
  await moments.since(0, 'a QR that can be scanned', ({ type }) => type === 'code');
  const seen = screen();
  const scanned = seen?.kind === 'qr' && seen.qrText !== null ? parseQrText(seen.qrText) : null;
  if (!scanned?.ok) throw new Error(`the screen shows no code to scan: ${JSON.stringify(seen)}`);
  return scanned.payload;
}

/** Plays a turn of the machine: a reboot, a power cut, a cable, a swap. */
async function turn(kiosk: VirtualKiosk, what: KioskTurn): Promise<void> {
  const { moments, network } = kiosk;
  network.arm('none');
  const mark = moments.mark();
  const back = () => moments.since(mark, 'the kiosk to register again', isRegistered);
  const shows = (kind: Moment['type'] | undefined) =>
    moments.since(mark, `the ${kind} screen`, ({ type }) => type === kind);
  const before = kiosk.screen()?.kind;
  switch (what) {
    case 'cable_out':
      return kiosk.setCable(false);
    case 'cable_in':
      kiosk.setCable(true);
      return void (await back());
    case 'reboot':
    case 'power_cut':
      kiosk.reboot({ polite: what === 'reboot' });
      // The sign shows its page without the backend, also with its cable out (promise K2).
      await shows(before);
      return void (kiosk.plugged() && (await back()));
    case 'mac_swap':
      kiosk.reboot({ polite: true, newMac: true });
      await shows('qr');
      return void (await back());
  }
}

/** Returns a function that plays one claim step of this kiosk's operators. */
function createClaiming(kiosk: VirtualKiosk, world: StoryWorld, sign: Scanned, record: StoryRecord) {
  const { plan, moments, network } = kiosk;
  const { clock } = world;
  const pendingIds = new Map<string, string>();

  function tell(step: number, request: string, action: Told['action'], reply: Parameters<typeof readReply>[0]): void {
    record.told.push({ step, request, action, ...readReply(reply, action) });
  }

  function bodyOf(step: ClaimStep, label: string) {
    record.requestIds.set(label, requestIdOf(world.identitySeed, plan.index, label));
    return claimBody(plan, step, label, sign, pendingIds.get(label), world);
  }

  async function start(index: number, step: ClaimStep, operator: Operator): Promise<void> {
    const body = codeOf(step, sign, world.seed, plan.index);
    const reply = await operator.call('POST /api/signs/claim/start', { body });
    if (reply.ok) pendingIds.set(step.request, reply.body.pendingId);
    tell(index, step.request, 'start', reply);
  }

  return async function claim(index: number, step: ClaimStep): Promise<void> {
    const { request, fault } = step;
    const operator = step.operator === 'own' ? world.own : world.other;
    if (step.startFirst) await start(index, step, operator);
    network.arm(fault);
    const mark = moments.mark();
    const body = bodyOf(step, request);
    const { requestId } = body;
    const send = (signal?: AbortSignal) => operator.call('POST /api/signs/claim', { body, signal });
    const heard = (type: 'apply_link' | 'confirmed') =>
      moments.since(
        mark,
        `${type} of "${request}"`,
        (moment) => moment.type === type && moment.requestId === requestId,
      );

    if (fault === 'rival') {
      const first = send();
      await Promise.race([heard('apply_link'), first]);
      const rival = await world.other.call('POST /api/signs/claim', { body: bodyOf(step, rivalOf(request)) });
      network.release();
      tell(index, request, 'claim', await first);
      tell(index, rivalOf(request), 'claim', rival);
      if ((await first).status === 201) await heard('confirmed');
    } else if (fault === 'double_tap') {
      const replies = await Promise.all([send(), send()]);
      for (const reply of replies) tell(index, request, 'claim', reply);
      settleDoubleTap(record.told.slice(-2));
      if (replies.some(({ status }) => status === 201)) await heard('confirmed');
    } else if (fault === 'reply_lost') {
      const abort = new AbortController();
      const first = send(abort.signal).catch(() => null);
      await Promise.race([heard('apply_link'), first]);
      abort.abort();
      tell(index, request, 'claim', await first);
      network.release();
      await heard('confirmed');
    } else {
      const sentMs = clock.monotonicMs();
      const reply = await send();
      const totalMs = clock.monotonicMs() - sentMs;
      tell(index, request, 'claim', reply);
      if (fault === 'ack_late') network.release();
      if (reply.status !== 201) return;
      if (fault === 'none') world.onPlainClaim(totalMs, kiosk.loadMs(body.requestId));
      // The step ends when the kiosk has confirmed the claim, which is later than the operator's answer.
      await heard('confirmed');
    }
  };
}
