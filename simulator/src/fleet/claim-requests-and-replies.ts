import type { Answer } from '@sign-display/client/call-types';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { ClaimRequest } from '@sign-display/contracts/rest/claims';
import { seededRandom } from '../adapters/seeded-random.ts';
import type { ContentServer } from '../pages/content-server.ts';
import type { Venue } from '../backend/operators.ts';
import type { ClaimStep, KioskPlan, Told } from '../plan/plan-types.ts';
import { inventCode, mistypeCode, typeCode } from './typed-codes.ts';

/** The claim form: what an operator fills in, and what they read in the answer. */

/** What the operator read from the sign's screen. */
export interface Scanned {
  signId: string;
  shortCode: string;
}

export interface FormWorld {
  seed: string;
  identitySeed: string;
  content: ContentServer;
  venue: Venue;
}

/** The requestId of `label`. */
export function requestIdOf(identitySeed: string, index: number, label: string): string {
  return makeUuidV4(seededRandom(identitySeed, 'request', index, label));
}

/** How the operator names the device: by the scanned QR or the code that they type, with the mistake of the step. */
export function codeOf(
  { proof, request }: ClaimStep,
  sign: Scanned,
  seed: string,
  index: number,
): { shortCode: string; signId?: string } {
  if (proof.by === 'qr') {
    return { signId: sign.signId, shortCode: proof.code === 'wrong' ? mistypeCode(sign.shortCode) : sign.shortCode };
  }
  const code = proof.code === 'unknown' ? inventCode(seededRandom(seed, 'code', index, request)) : sign.shortCode;
  return { shortCode: typeCode(code, proof.spelling) };
}

/** The body of POST /api/signs/claim for `step`, under the requestId of `label`. */
export function claimBody(
  plan: KioskPlan,
  step: ClaimStep,
  label: string,
  sign: Scanned,
  pendingId: string | undefined,
  { seed, identitySeed, content, venue }: FormWorld,
): ClaimRequest & { requestId: string } {
  const { page, request, body } = step;
  const url =
    page === 'none'
      ? undefined
      : page === 'not_a_web_page'
        ? 'ftp://files.example.com/poster.pdf'
        : content.pageUrl(plan.index, request, page);
  return {
    ...venue,
    ...plan.sign,
    ...(body === 'changed' ? { name: `${plan.sign.name} (changed)` } : {}),
    ...(url === undefined ? {} : { url }),
    ...codeOf(step, sign, seed, plan.index),
    ...(pendingId === undefined || body !== 'planned' ? {} : { pendingId }),
    requestId: requestIdOf(identitySeed, plan.index, label),
  };
}

/** The parts of a reply that are the same in every run of a seed. Null: no reply came. */
export function readReply(
  reply: Answer<'POST /api/signs/claim' | 'POST /api/signs/claim/start'> | null,
  action: Told['action'],
): Pick<Told, 'status' | 'code' | 'reason'> {
  if (reply === null) return { status: null, code: 'no_reply', reason: null };
  const { status } = reply;
  if (reply.ok) return { status, code: action === 'start' ? 'started' : 'claimed', reason: null };
  return { status, code: reply.body.code, reason: reply.body.reason ?? null };
}

/**
 * Two taps race, and the contract leaves open which comes first and whether the second joins the first (201) or is answered from the record (200). So
 * that runs can be compared, we note the first as 201 and the second as 200.
 */
export function settleDoubleTap(taps: readonly Told[]): void {
  const [first, second] = taps;
  if (first?.code !== 'claimed' || second?.code !== 'claimed') return;
  if (first.status !== 201 && second.status !== 201) return;
  first.status = 201;
  second.status = 200;
}
