import { expect } from 'vitest';
import type { Selectable } from 'kysely';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { listClaimAttempts, summarizeClaimAttempts } from '../claims/claim-attempts.ts';
import type { ClaimRow } from '../claims/claims-repository.ts';
import type { HistoryRow } from '../history/history-repository.ts';
import type { SignTable } from '../signs/tables.ts';
import type { Asked, Play } from './begin-claim-scenario.ts';

/** What claims promise (behaviour.md, C), read from the database and from all that operators and devices were told. */

export interface Records {
  claims: ClaimRow[];
  signs: Selectable<SignTable>[];
  history: HistoryRow[];
}

export async function readRecords({ pool: { db } }: Play): Promise<Records> {
  return {
    claims: await db.selectFrom('claim').selectAll().execute(),
    signs: await db.selectFrom('sign').selectAll().execute(),
    history: await db.selectFrom('history').selectAll().orderBy('id').execute(),
  };
}

const isFinal = ({ state, outcome }: ClaimRow): boolean => state === 'committed' || outcome === 'device_load_failed';

const repeated = (values: (string | null)[]): (string | null)[] =>
  values.filter((value, index) => value !== null && values.indexOf(value) !== index);

function checkCommits(play: Play, { claims, signs }: Records): void {
  for (const claim of claims.filter(({ state }) => state === 'committed')) {
    const proof = play.acked.some(
      (ack) =>
        ack.requestId === claim.requestId &&
        ack.result === 'success' &&
        play.devices[ack.device]!.signId === claim.deviceSignId &&
        ack.claimToken === claim.claimToken &&
        ack.atMs <= claim.settledAt!.getTime() &&
        claim.settledAt!.getTime() < claim.deadlineAt!.getTime(),
    );
    if (claim.handshake === 'acknowledged')
      expect(proof, `C2: ${claim.requestId} was committed by a success of its own`).toBe(true);
    const sign = signs.find(({ id }) => id === claim.signRecordId);
    if (!play.unregistered.has(claim.signRecordId))
      expect(sign, 'C4: a committed claim has its record').toMatchObject({
        deviceSignId: claim.deviceSignId,
        claimRequestId: claim.requestId,
      });
  }
}

function checkNothingLeft(play: Play, { claims, signs }: Records): void {
  for (const claim of claims) {
    if (claim.state === 'pending') expect(claim.requestId, 'C3: a request leaves no pendingSign').toBeNull();
    if (claim.state !== 'failed') continue;
    expect(
      signs.filter(({ claimRequestId }) => claimRequestId === claim.requestId),
      'C3: a failed claim leaves no record',
    ).toEqual([]);
  }
  const made = new Set(claims.filter(({ state }) => state === 'committed').map(({ signRecordId }) => signRecordId));
  for (const { id, deviceSignId } of signs) {
    if (!made.has(id))
      expect([play.records.includes(id), deviceSignId], 'C3: no record without a commit').toEqual([true, null]);
  }
}

function checkTold(play: Play, { claims, history }: Records): void {
  for (const { reply, node, body, operator } of play.asked) {
    const claim = claims.find(({ requestId }) => requestId === body.requestId);
    if (reply === null) {
      if (node === play.node())
        expect(claim?.state, 'C4: who waits, waits for an attempt under way').toBe('awaiting_ack');
      continue;
    }
    if ('body' in reply) {
      expect(claim?.state, 'C4: told claimed, so committed').toBe('committed');
      expect(reply.body, 'C4: the same answer each time').toEqual(claim!.response);
    } else if (reply.code === 'device_load_failed') {
      expect(claim, 'C4: told a final failure, so it failed').toMatchObject({
        state: 'failed',
        outcome: 'device_load_failed',
        reason: reply.reason,
        detail: reply.detail,
      });
    }
    const outcome = 'body' in reply ? 'committed' : reply.code;
    if (!ATTEMPTED.has(outcome)) continue;
    expect(
      history.filter((item) => item.requestId === body.requestId && item.outcome === outcome),
      `C10: ${outcome} stands in the history`,
    ).toContainEqual(
      expect.objectContaining({ actorId: operator, deviceSignId: body.signId, shortCode: body.shortCode }),
    );
  }
}

/** What only an attempt can end with; refusals before that concern nobody's sign. */
const ATTEMPTED = new Set([
  'committed',
  'device_load_failed',
  'device_no_ack',
  'request_in_progress',
  'sign_not_connected',
  'sign_already_claimed',
  'sign_not_unlinked',
]);

function checkHistory({ claims, history }: Records): void {
  for (const claim of claims) {
    if (claim.state !== 'committed' && claim.state !== 'failed') continue;
    const items = history.filter(({ requestId }) => requestId === claim.requestId);
    const { outcome, reason, deviceSignId, url, operatorId } = claim;
    expect(items, 'C10: the outcome stands in the history').toContainEqual(
      expect.objectContaining({ at: claim.settledAt, outcome, reason, deviceSignId, url, actorId: operatorId }),
    );
    expect(items.filter((item) => item.outcome === 'committed').length, 'C10: once').toBe(
      claim.state === 'committed' ? 1 : 0,
    );
  }
}

function checkDevices(play: Play, { signs }: Records): void {
  for (const device of play.devices) {
    if (!device.kiosk) continue;
    const sign = signs.find(({ deviceSignId }) => deviceSignId === device.signId);
    expect(device.lastWord(), 'C7: the last word is the record').toBe(sign?.id ?? null);
    const last = device.kiosk.received.findLast(({ event }) => event === 'sign:config');
    const config = last!.payload as BackendMessage<'sign:config'>;
    expect(
      [config.claimed, config.organization?.id, config.event?.id, config.content?.url, config.configVersion],
      'C3, C7: and so is all of it',
    ).toEqual([
      sign !== undefined,
      sign?.organizationId,
      sign?.eventId,
      sign?.url ?? undefined,
      sign?.configVersion ?? 0,
    ]);
  }
}

/** What must be true at every instant, also in the middle of other things. */
export async function checkInstant({ pool: { db } }: Play): Promise<void> {
  const signs = await db.selectFrom('sign').select('deviceSignId').execute();
  expect(repeated(signs.map(({ deviceSignId }) => deviceSignId)), 'C1: one record per device').toEqual([]);
  const awaiting = await db.selectFrom('claim').select('deviceSignId').where('state', '=', 'awaiting_ack').execute();
  expect(repeated(awaiting.map(({ deviceSignId }) => deviceSignId)), 'C6: one attempt per device').toEqual([]);
}

/** Asserts every promise at a moment when nothing moves. */
export async function checkPromises(play: Play): Promise<void> {
  const records = await readRecords(play);
  await checkInstant(play);
  await checkAttempts(play, records);
  checkCommits(play, records);
  checkNothingLeft(play, records);
  checkTold(play, records);
  checkHistory(records);
  checkDevices(play, records);
}

const WHOLE_LIST = { actorId: undefined, outcome: undefined, from: undefined, to: undefined, since: new Date(0) };

/** D12, from the list and the summary of each event. */
async function checkAttempts({ pool: { db }, organizations }: Play, { claims, history }: Records): Promise<void> {
  const listed: string[] = [];
  for (const { eventId } of Object.values(organizations)) {
    const rows = await listClaimAttempts(db, { ...WHOLE_LIST, eventId }, null, 10_000);
    listed.push(...rows.map(({ id }) => id));
    const { total, byOutcome } = await summarizeClaimAttempts(db, { ...WHOLE_LIST, eventId });
    const keyOf = (row: Pick<ClaimAttempt, 'kind' | 'outcome' | 'reason'>) =>
      [row.kind, row.outcome, row.reason].join();
    const counted = Array.from(Map.groupBy(rows, keyOf), ([key, all]) => [key, all.length]).sort();
    expect(byOutcome.map((group) => [keyOf(group), group.count]).sort(), 'D12: the summary counts the list').toEqual(
      counted,
    );
    expect(total).toBe(rows.length);
  }
  const ended = history.filter(({ kind }) => ['claim', 'link', 'replace'].includes(kind)).map(({ id }) => id);
  const underWay = claims.flatMap(({ state, attemptId }) => (state === 'awaiting_ack' ? [attemptId!] : []));
  expect(listed.sort(), 'D12: each attempt is listed once').toEqual([...ended, ...underWay].sort());
}

/** What `asked` must be told by the contract's order of refusals (section 2), from the records before it. */
export function predict(play: Play, asked: Request, { claims, signs }: Records): string {
  const { operator, target, body } = asked;
  const nowMs = play.clock.now();
  const organization = target.kind === 'claim' ? target.organization : target.record === 2 ? 'legacy' : 'shared';
  if ((operator === 'eve') !== (organization === 'legacy')) return 'not_found';
  const pending = claims.find(({ id }) => id === body.pendingId);
  const known = claims.find(({ requestId }) => requestId === body.requestId);
  const same = known !== undefined && isRepeated(play, asked);
  if (body.pendingId !== undefined && !same) {
    if (pending?.operatorId !== operator || pending.deviceSignId !== body.signId) return 'not_found';
    if (pending.state !== 'pending' && pending.state !== 'awaiting_ack') return 'not_found';
  }
  if (known && !same) return 'request_id_reused';
  if (known && isFinal(known)) return 'replayed';
  const isLive = (claim: ClaimRow) => claim.state === 'awaiting_ack' && nowMs < claim.deadlineAt!.getTime();
  if (known && isLive(known)) return 'waits';
  const isUsedUp = !known && pending?.state === 'awaiting_ack';
  if (isUsedUp && isLive(pending)) return 'request_in_progress';
  // An overdue attempt is ended on the way (C6), and the request is an attempt of its own.
  const own = known ?? (isUsedUp ? undefined : pending);
  if (own && nowMs >= own.expiresAt.getTime()) return 'pending_expired';
  const record = target.kind === 'link' && signs.find(({ id }) => id === play.records[target.record]);
  if (record && record.deviceSignId !== null) return 'sign_not_unlinked';
  if (signs.some(({ deviceSignId }) => deviceSignId === body.signId)) return 'sign_already_claimed';
  if (claims.some((claim) => claim.deviceSignId === body.signId && claim.id !== own?.id && isLive(claim)))
    return 'request_in_progress';
  if (!play.devices.find(({ signId }) => signId === body.signId)!.kiosk) return 'sign_not_connected';
  return organization === 'legacy' ? 'committed' : 'waits';
}

type Request = Pick<Asked, 'operator' | 'target' | 'body'>;
const keyOf = ({ operator, target, body }: Request) => JSON.stringify([operator, target, body]);

/** Notes whose each requestId is: the first request with it that became an attempt. */
export function noteOwner(play: Play, request: Request, { claims }: Records): void {
  const { requestId } = request.body;
  if (!play.owners.has(requestId) && claims.some((claim) => claim.requestId === requestId))
    play.owners.set(requestId, keyOf(request));
}

const isRepeated = (play: Play, request: Request): boolean =>
  play.owners.get(request.body.requestId) === keyOf(request);
