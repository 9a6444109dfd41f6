import { assertPromise } from './assert-promise.ts';
import { proves, type ReceivedAck } from './watch-link-acks.ts';
import type { Change } from './shared-table-mirror.ts';
import type { ClaimRow, HistoryRow, SignRow } from './row-types.ts';

/** What a commit may make of a claim, as the machine in `backend/src/claims/claim-machine.ts` has it. Pure. */

const FINAL_FAILURE = 'device_load_failed';
const isFinal = ({ state, outcome }: ClaimRow): boolean =>
  state === 'committed' || state === 'cancelled' || (state === 'failed' && outcome === FINAL_FAILURE);

/** A name for the coverage table; null where the state is the same. */
export function transitionOf({ before, after }: Change<ClaimRow>): string | null {
  if (after === null) return 'claim removed';
  const isSame = before?.state === after.state && before.claim_token === after.claim_token;
  if (isSame && before.outcome === after.outcome) return null;
  const to = after.state === 'failed' ? `failed ${after.outcome}` : after.state;
  const how = after.state === 'committed' ? ` ${after.handshake}` : '';
  return `claim ${before?.state ?? 'none'} → ${to}${how}`;
}

/** What is known at the moment of the change. */
export interface Circumstances {
  acks: readonly ReceivedAck[];
  signs: readonly SignRow[];
  errorOf(node: number): number;
  /** Whether the organization's claims commit at once; null: somebody has changed that in this run. */
  isLegacy(organizationId: string): boolean | null;
}

/** Promises C2, C3, C4 and C9 of one change of a claim's row. */
export function checkClaimChange(change: Change<ClaimRow>, circumstances: Circumstances): void {
  const { before, after } = change;
  if (after === null) {
    assertPromise(
      before.request_id === null && before.state !== 'awaiting_ack',
      'C10',
      'an attempt was removed',
      () => ({
        seen: before,
        expected: 'pendingSigns only are cleared',
      }),
    );
    return;
  }
  const found = (expected: string) => () => ({ seen: { before, after }, expected });
  if (before !== null) {
    const stays = !isFinal(before) || (before.state === after.state && before.outcome === after.outcome);
    assertPromise(stays, 'C4', 'an outcome that was final has changed', found('the same requestId has one outcome'));
  }
  assertPromise(
    after.state !== 'pending' || after.request_id === null,
    'C3',
    'a request has left a pendingSign',
    found('pending only before it is submitted'),
  );
  if (before?.state === after.state && before.claim_token === after.claim_token) return;
  if (after.state === 'committed') checkCommit(before, after, circumstances);
  if (after.state !== 'failed') return;
  const left = circumstances.signs.filter((sign) => sign.claim_request_id === after.request_id);
  assertPromise(left.length === 0, 'C3', 'a failed claim has left a record', () => ({ seen: left, expected: 'none' }));
  if (after.outcome === FINAL_FAILURE) {
    const { acks, errorOf } = circumstances;
    const isTold = acks.some((ack) => proves(ack, after, errorOf(ack.node), 'failure'));
    assertPromise(isTold, 'C2', 'an attempt was ended by an acknowledgement that is not its own', () => ({
      seen: { claim: after, acks },
      expected: 'a failure with its requestId and claimToken from its device before its deadline',
    }));
  }
  if (after.outcome !== 'device_no_ack') return;
  const isDue = after.deadline_at !== null && after.settled_at!.getTime() >= after.deadline_at.getTime();
  assertPromise(isDue, 'C6', 'an attempt was ended before its deadline', found('settled at its deadline, or after it'));
}

function checkCommit(before: ClaimRow | null, claim: ClaimRow, circumstances: Circumstances): void {
  const { signs, acks, errorOf, isLegacy } = circumstances;
  const legacy = isLegacy(claim.organization_id!);
  assertPromise(
    legacy === null || legacy === (claim.handshake === 'legacy'),
    'C9',
    'a claim was committed in the other way',
    () => ({
      seen: claim.handshake,
      expected: legacy ? 'at once, without a handshake' : 'by its device’s acknowledgement',
    }),
  );
  if (claim.handshake === 'acknowledged') {
    assertPromise(
      before?.state === 'awaiting_ack',
      'C2',
      'a claim was committed that awaited no acknowledgement',
      () => ({
        seen: before?.state ?? 'no row',
        expected: 'awaiting_ack',
      }),
    );
    const isProved = acks.some((ack) => proves(ack, claim, errorOf(ack.node), 'success'));
    assertPromise(isProved, 'C2', 'a claim was committed without a success of its own device in time', () => ({
      seen: { claim, acks: acks.filter(({ requestId }) => requestId === claim.request_id) },
      expected: 'a success ack with its requestId and claimToken from its device before its deadline',
    }));
    const isInTime = claim.settled_at!.getTime() < claim.deadline_at!.getTime();
    assertPromise(isInTime, 'C2', 'a claim was committed after its deadline', () => ({
      seen: claim,
      expected: 'before it',
    }));
  }
  const sign = signs.find(({ id }) => id === claim.sign_record_id);
  const isWritten = sign?.device_sign_id === claim.device_sign_id && sign.claim_request_id === claim.request_id;
  assertPromise(isWritten, 'C4', 'a claim is committed and its record is not', () => ({
    seen: sign ?? 'no record',
    expected: { device: claim.device_sign_id, request: claim.request_id },
  }));
}

/** Promise C10 of an attempt that has just ended: `items` is what the history has under its requestId. */
export function checkHistory(claim: ClaimRow, items: readonly HistoryRow[]): void {
  const own = items.filter(({ at, outcome }) => +at === +claim.settled_at! && outcome === claim.outcome);
  const expected = {
    kind: claim.kind,
    sign_record_id: claim.sign_record_id,
    actor_id: claim.operator_id,
    device_sign_id: claim.device_sign_id,
    url: claim.url,
    reason: claim.reason,
    duration_ms: Math.max(0, claim.settled_at!.getTime() - claim.submitted_at!.getTime()),
  };
  const isThere = own.some((item) =>
    Object.entries(expected).every(([name, value]) => item[name as keyof HistoryRow] === value),
  );
  assertPromise(isThere, 'C10', 'an attempt and its outcome are not in the history', () => ({ seen: items, expected }));
  const commits = items.filter(({ outcome, kind }) => outcome === 'committed' && kind === claim.kind);
  const most = claim.state === 'committed' ? 1 : 0;
  assertPromise(commits.length === most, 'C10', 'a commit is not in the history once', () => ({
    seen: commits,
    expected: most,
  }));
}
