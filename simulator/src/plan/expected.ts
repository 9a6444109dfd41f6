import { ERROR_CODES, type RestErrorCode } from '@sign-display/contracts/error-codes';
import { GIVES_PAGE } from './duties.ts';
import type { ClaimStep, FinalState, KioskPlan, Told } from './steps.ts';
import { PAGES, type Page } from './vocabulary.ts';

/**
 * What the service must do with a plan, step by step: the order of refusals is the contract's (section 2), the outcome of a
 * handshake is the page's and the fault's. Kept free of everything that the service itself is made of, because it is what the
 * service is measured against.
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

/** What the handshake brings where nothing disturbs it. */
function handshakeOutcome(page: Page): Answer {
  const reason = failureOf(page);
  return reason === null ? CLAIMED : { ...refusal('device_load_failed'), reason };
}

/** The refusals that come before a handshake, first things first; null where the handshake begins. */
function refusedAtOnce(world: World, step: ClaimStep): Answer | null {
  if (step.page === 'not_a_web_page') return refusal('invalid_url');
  if (step.proof.code === 'wrong') return refusal('short_code_mismatch');
  if (step.proof.code === 'unknown') return refusal('short_code_unknown');
  const decided = world.final.get(step.request);
  if (decided && step.body !== 'planned') return refusal('request_id_reused');
  if (decided) return decided.code === 'claimed' ? { ...decided, status: 200 } : decided;
  const claimed = world.record !== null && !world.swapped;
  // A code alone is looked for among connected signs that nobody has claimed.
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

/** What the operators of this kiosk must be told, in order, and how things must stand at the end. Defined for every plan. */
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
