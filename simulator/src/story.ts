import type { LoadFailureReason, RestErrorCode } from '@sign-display/contracts/error-codes';
import type { Clock } from '@sign-display/contracts/ports';
import { parseQrText } from '@sign-display/contracts/qr';
import type { ClaimRequest } from '@sign-display/contracts/rest/claims';
import { seededRandom } from './adapters/seeded-random.ts';
import type { ContentServer } from './content-server.ts';
import type { Operator, Venue } from './operators.ts';
import { rivalOf } from './plan/expected.ts';
import type { ClaimStep, KioskTurn, Told } from './plan/steps.ts';
import type { RestReply } from './rest-client.ts';
import { inventCode, mistypeCode, typeCode } from './typing.ts';
import { requestIdOf, type VirtualKiosk } from './virtual-kiosk.ts';

/** What the people around one kiosk need. */
export interface StoryWorld {
  seed: string;
  identitySeed: string;
  clock: Clock;
  content: ContentServer;
  venue: Venue;
  own: Operator;
  other: Operator;
  /** A claim that no fault disturbed: from request to reply, and how much of it the kiosk needed for its page. */
  onPlainClaim(totalMs: number, loadMs: number): void;
}

export interface StoryRecord {
  told: Told[];
  requestIds: Map<string, string>;
  stuck: string[];
  /** Played to its end, whether or not it went as it should. */
  over: boolean;
}

export const newStoryRecord = (): StoryRecord => ({ told: [], requestIds: new Map(), stuck: [], over: false });

interface Scanned {
  signId: string;
  shortCode: string;
}

/**
 * Plays the plan of `kiosk`, step after step. Each step ends when its effects have reached the kiosk, so that the next one meets the
 * same situation in every run. What goes otherwise is noted in `record`, never thrown; a wait in vain ends the story.
 */
export async function playStory(kiosk: VirtualKiosk, world: StoryWorld, record: StoryRecord): Promise<void> {
  try {
    // Where it boots with its cable out it does so only now: a kiosk that has looked for its backend for a minute looks seldom.
    if (kiosk.plan.bootsOffline) kiosk.boot();
    const sign = await scan(kiosk);
    const story = createStory(kiosk, world, sign, record);
    for (const [index, step] of kiosk.plan.steps.entries()) {
      if (step.do === 'claim') await story.claim(index, step);
      else await story.turn(step.do);
    }
  } catch (error) {
    record.stuck.push(error instanceof Error ? error.message : String(error));
  }
  record.over = true;
}

async function scan(kiosk: VirtualKiosk): Promise<Scanned> {
  await kiosk.moments.since(0, 'the QR screen', ({ type }) => type === 'qr');
  if (!kiosk.plan.bootsOffline) await kiosk.moments.since(0, 'the kiosk to register', isRegistered);
  const screen = kiosk.screen();
  const scanned = screen?.kind === 'qr' ? parseQrText(screen.qrText) : null;
  if (!scanned?.ok) throw new Error(`the screen shows no code to scan: ${JSON.stringify(screen)}`);
  return scanned.payload;
}

const isRegistered = ({ type }: { type: string }): boolean => type === 'registered';

function createStory(kiosk: VirtualKiosk, world: StoryWorld, sign: Scanned, record: StoryRecord) {
  const { plan, moments, network } = kiosk;
  const { clock } = world;
  const pendingIds = new Map<string, string>();

  const requestIdFor = (label: string): string => {
    const requestId = requestIdOf(world.identitySeed, plan.index, label);
    record.requestIds.set(label, requestId);
    return requestId;
  };

  const about = (type: string, requestId: string) => (moment: { type: string; requestId?: string }) =>
    moment.type === type && moment.requestId === requestId;

  function tell(step: number, request: string, action: Told['action'], reply: RestReply | null): void {
    record.told.push({ step, request, action, ...readReply(reply, action) });
  }

  function codeOf({ proof, request }: ClaimStep): { shortCode: string; signId?: string } {
    if (proof.by === 'qr') {
      return { signId: sign.signId, shortCode: proof.code === 'wrong' ? mistypeCode(sign.shortCode) : sign.shortCode };
    }
    const invented =
      proof.code === 'unknown' ? inventCode(seededRandom(world.seed, 'code', plan.index, request)) : null;
    return { shortCode: typeCode(invented ?? sign.shortCode, proof.spelling) };
  }

  function urlOf({ page, request }: ClaimStep): { url?: string } {
    if (page === 'none') return {};
    if (page === 'not_a_web_page') return { url: 'ftp://files.example.com/poster.pdf' };
    return { url: world.content.pageUrl(plan.index, request, page) };
  }

  function bodyOf(step: ClaimStep, label: string): ClaimRequest {
    const pendingId = step.body === 'changed' ? undefined : pendingIds.get(label);
    return {
      ...world.venue,
      ...plan.sign,
      ...(step.body === 'changed' ? { name: `${plan.sign.name} (changed)` } : {}),
      ...urlOf(step),
      ...codeOf(step),
      ...(pendingId === undefined ? {} : { pendingId }),
      requestId: requestIdFor(label),
    };
  }

  async function start(index: number, step: ClaimStep, operator: Operator): Promise<void> {
    const reply = await operator.start(codeOf(step));
    const pendingId = reply.body?.['pendingId'];
    if (typeof pendingId === 'string') pendingIds.set(step.request, pendingId);
    tell(index, step.request, 'start', reply);
  }

  /** A claim is over when the kiosk has confirmed it. */
  async function settle(mark: number, requestId: string, reply: RestReply | null): Promise<void> {
    if (reply?.status === 201) await moments.since(mark, 'sign:claim_confirmed', about('confirmed', requestId));
  }

  async function claim(index: number, step: ClaimStep): Promise<void> {
    const operator = step.operator === 'own' ? world.own : world.other;
    if (step.startFirst) await start(index, step, operator);
    network.arm(step.fault);
    const mark = moments.mark();
    const body = bodyOf(step, step.request);
    const requestId = requestIdFor(step.request);
    const send = (signal?: AbortSignal) => operator.claim(body, signal);
    const asked = () => moments.since(mark, 'sign:apply_link', about('apply_link', requestId));

    if (step.fault === 'rival') {
      const first = send();
      await Promise.race([asked(), first]);
      const label = rivalOf(step.request);
      const rival = await world.other.claim(bodyOf({ ...step, request: label }, label));
      network.release();
      tell(index, step.request, 'claim', await first);
      tell(index, label, 'claim', rival);
      return settle(mark, requestId, await first);
    }
    if (step.fault === 'double_tap') {
      const replies = await Promise.all([send(), send()]);
      for (const reply of replies) tell(index, step.request, 'claim', reply);
      normaliseDoubleTap(record.told);
      return settle(mark, requestId, replies.find(({ status }) => status === 201) ?? null);
    }
    if (step.fault === 'reply_lost') {
      const abort = new AbortController();
      const first = send(abort.signal).catch(() => null);
      await Promise.race([asked(), first]);
      abort.abort();
      tell(index, step.request, 'claim', await first);
      network.release();
      await moments.since(mark, 'sign:claim_confirmed', about('confirmed', requestId));
      return;
    }
    const sentMs = clock.monotonicMs();
    const reply = await send();
    const totalMs = clock.monotonicMs() - sentMs;
    tell(index, step.request, 'claim', reply);
    if (step.fault === 'none' && reply.status === 201) world.onPlainClaim(totalMs, kiosk.loadMs(requestId));
    if (step.fault === 'ack_late') network.release();
    return settle(mark, requestId, reply);
  }

  async function turn(what: KioskTurn): Promise<void> {
    const mark = moments.mark();
    const back = () => moments.since(mark, 'the kiosk to register again', isRegistered);
    const before = kiosk.screen()?.kind;
    const shown = () => moments.since(mark, `the ${before} that stood before`, ({ type }) => type === before);
    network.arm('none');
    switch (what) {
      case 'cable_out':
        return kiosk.setCable(false);
      case 'cable_in':
        kiosk.setCable(true);
        return void (await back());
      case 'reboot':
      case 'power_cut':
        kiosk.reboot({ polite: what === 'reboot' });
        await shown();
        // With its cable out it shows what it shows without the backend (promise K2).
        if (kiosk.plugged()) await back();
        return;
      case 'mac_swap':
        kiosk.reboot({ polite: true, newMac: true });
        await moments.since(mark, 'the QR screen of the swapped machine', ({ type }) => type === 'qr');
        return void (await back());
    }
  }

  return { claim, turn };
}

/** What the reply said, without what differs from run to run. */
function readReply(reply: RestReply | null, action: Told['action']): Pick<Told, 'status' | 'code' | 'reason'> {
  if (reply === null) return { status: null, code: 'no_reply', reason: null };
  const { status, body } = reply;
  if (status < 300) return { status, code: action === 'start' ? 'started' : 'claimed', reason: null };
  const reason = (body?.['reason'] ?? null) as LoadFailureReason | null;
  return { status, code: String(body?.['code'] ?? 'no_code') as RestErrorCode, reason };
}

/**
 * Which of two taps comes first, and whether the second joins the first (201) or is answered from the record (200), is a race that
 * the contract leaves open: the first is noted as 201, the second as 200.
 */
function normaliseDoubleTap(told: Told[]): void {
  const taps = told.slice(-2);
  if (taps.every(({ code }) => code === 'claimed') && taps.some(({ status }) => status === 201)) {
    taps[0]!.status = 201;
    taps[1]!.status = 200;
  }
}
