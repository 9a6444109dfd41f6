import { sql } from 'kysely';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { LoadFailureReason } from '@sign-display/contracts/error-codes';
import type { Db } from '../db/database-types.ts';
import type { ClaimRow } from './claims-repository.ts';

/** What an attempt's operator is told of it on their dashboards (contract, section 4). */

type ClaimUpdate = DashboardUpdateMessage<'claim:update'>;
type Step = Pick<ClaimUpdate, 'step' | 'code' | 'reason' | 'detail'>;

export const claimUpdate = ({ requestId, eventId, deviceSignId }: ClaimRow, step: Step): ClaimUpdate => ({
  requestId: requestId!,
  ...(eventId !== null && { eventId }),
  signId: deviceSignId,
  ...step,
});

/** How a settled attempt ended. */
export function endOf({ state, outcome, reason }: ClaimRow): Step {
  if (state === 'committed') return { step: 'committed' };
  return { step: 'failed', code: outcome!, ...(reason !== null && { reason: reason as LoadFailureReason }) };
}

/** The steps of an attempt that its row records. Earlier steps were sent before. */
export function stepsOf(claim: ClaimRow): Step[] {
  if (claim.state === 'awaiting_ack') return [{ step: 'sent' }];
  if (claim.state !== 'committed' && claim.state !== 'failed') return [];
  // The kiosk has answered: it has the page, or says why not.
  const isAnswered = claim.deadlineAt !== null && ['committed', 'device_load_failed'].includes(claim.outcome!);
  const { detail } = claim;
  return isAnswered ? [{ step: 'acknowledged', ...(detail !== null && { detail }) }, endOf(claim)] : [endOf(claim)];
}

/** What of these attempts is to be told now, of those that are this operator's. */
export async function readClaimUpdates(
  db: Db,
  operatorId: string,
  requestIds: readonly string[],
): Promise<ClaimUpdate[]> {
  const rows = await db
    .selectFrom('claim')
    .selectAll()
    .where('requestId', '=', sql<string>`any(${requestIds}::uuid[])`)
    .where('operatorId', '=', operatorId)
    .execute();
  return rows.flatMap((claim) => stepsOf(claim).map((step) => claimUpdate(claim, step)));
}
