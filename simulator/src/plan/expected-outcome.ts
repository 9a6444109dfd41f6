import { ERROR_CODES, type RestErrorCode } from '@sign-display/contracts/error-codes';
import { GIVES_PAGE } from './operator-actions-and-outcomes.ts';
import type { ClaimStep, FinalState, KioskPlan, Told } from './plan-types.ts';
import { PAGES, type Page } from './scenario-terms.ts';

/**
 * What the service must do with a plan, step by step. The contract gives the order of refusals (section 2); page and fault decide the outcome of a
 * handshake. It imports nothing of the service, because the service is measured against it.
 */

interface World {
  online: boolean;
  /** The committed claim; the record stays when the machine is swapped. */
  record: { request: string; page: Page } | null;
  swapped: boolean;
  /** Final outcomes, by request: these are replayed. */
  final: Map<string, Answer>;
}

type Answer = Pick<Told, 'status' | 'code' | 'reason'>;

const refusal = (code: RestErrorCode): Answer => ({ status: ERROR_CODES[code].status, code, reason: null });
const CLAIMED: Answer = { status: 201, code: 'claimed', reason: null };

const failureOf = (page: Page) => (page === 'none' || page === 'not_a_web_page' ? null : PAGES[page]);

/** The outcome of an undisturbed handshake. */
function handshakeOutcome(page: Page): Answer {
  const reason = failureOf(page);
  return reason === null ? CLAIMED : { ...refusal('device_load_failed'), reason };
}

/** The refusal that comes before a handshake, in the contract's order; null where the handshake begins. */
function refusedAtOnce(world: World, step: ClaimStep): Answer | null {
  if (step.page === 'not_a_web_page') return refusal('invalid_url');
  if (step.proof.code === 'wrong') return refusal('short_code_mismatch');
  if (step.proof.code === 'unknown') return refusal('short_code_unknown');
  const decided = world.final.get(step.request);
  if (decided && step.body !== 'planned') return refusal('request_id_reused');
  if (decided) return decided.code === 'claimed' ? { ...decided, status: 200 } : decided;
  const claimed = world.record !== null && !world.swapped;
  // A typed code is looked up among the connected, unclaimed signs only.
  if (step.proof.by === 'typed' && (!world.online || claimed)) return refusal('short_code_unknown');
  if (claimed) return refusal('sign_already_claimed');
  return world.online ? null : refusal('sign_not_connected');
}

function claim(world: World, step: ClaimStep): { world: World; answers: [string, Answer][] } {
  const refused = refusedAtOnce(world, step);
  if (refused) return { world, answers: [[step.request, refused]] };
  if (step.fault === 'ack_lost' || step.fault === 'ack_late')
    return { world, answers: [[step.request, refusal('device_no_ack')]] };

  const outcome = handshakeOutcome(step.page);
  const after: World = {
    ...world,
    record: outcome === CLAIMED ? { request: step.request, page: step.page } : world.record,
    final: new Map(world.final).set(step.request, outcome),
  };
  const answers: [string, Answer][] = [[step.request, outcome]];
  if (step.fault === 'rival') answers.push([rivalOf(step.request), refusal('request_in_progress')]);
  if (step.fault === 'double_tap')
    answers.push([step.request, outcome === CLAIMED ? { ...CLAIMED, status: 200 } : outcome]);
  if (step.fault === 'reply_lost') return { world: after, answers: [[step.request, noReply]] };
  return { world: after, answers };
}

const noReply: Answer = { status: null, code: 'no_reply', reason: null };

/** Duties that leave the sign with another page, also where it had none. */
const givesPage = ({ steps }: KioskPlan): boolean =>
  steps.some((step) => step.do === 'duty' && GIVES_PAGE.has(step.duty));

/** The label of the request that another operator makes while `request` is under way. */
export const rivalOf = (request: string): string => `${request}-rival`;

/** What the operators of this kiosk must be told, in order, and the final state. Defined for every plan. */
export function expectedOutcome(plan: KioskPlan): { told: Told[]; final: FinalState } {
  let world: World = { online: !plan.bootsOffline, record: null, swapped: false, final: new Map() };
  const told: Told[] = [];
  for (const [index, step] of plan.steps.entries()) {
    if (step.do !== 'claim') {
      if (step.do === 'cable_out' || step.do === 'cable_in') world = { ...world, online: step.do === 'cable_in' };
      if (step.do === 'mac_swap') world = { ...world, swapped: true };
      continue;
    }
    if (step.startFirst)
      told.push({ step: index, request: step.request, action: 'start', status: 201, code: 'started', reason: null });
    const { world: after, answers } = claim(world, step);
    world = after;
    for (const [request, answer] of answers) told.push({ step: index, request, action: 'claim', ...answer });
  }
  const kioskIsClaimed = world.record !== null && !world.swapped;
  return {
    told,
    final: {
      claimedBy: world.record?.request ?? null,
      kioskIsClaimed,
      screen: !kioskIsClaimed ? 'qr' : world.record?.page === 'none' && !givesPage(plan) ? 'splash' : 'page',
      newIdentity: world.swapped,
    },
  };
}
