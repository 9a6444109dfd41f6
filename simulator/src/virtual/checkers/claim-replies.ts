import { isDeepStrictEqual } from 'node:util';
import { PEOPLE } from '../initial-data.ts';
import { claimAsked, type ClaimAsked } from './read-claim-request.ts';
import { runMs, watchClocks } from './watch-clock-errors.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { ClaimRow, SignRow } from './row-types.ts';

/** Who waits in vain for a reply may have a node at work for them this long. */
const STILL_AT_WORK_MS = 60_000;
/** Two that meet at one device need not be told of each other to the millisecond. */
const OVERLAP_MS = 2_000;
/** Replies that say that nothing was decided, or decided about something else. */
const UNDECIDED = new Set(['unavailable', 'request_id_reused', 'not_found', 'rate_limited', 'validation_failed']);

/** Replies that say that the person, or the page, is not allowed any more. */
const FORBIDDEN = new Set(['unauthenticated', 'forbidden', 'invalid_url']);

/** Whether this request is the one that the row was made by (contract, section 2: the same body from the same operator). */
function isOwner(claim: ClaimRow, { kind, who, body, signRecordId }: ClaimAsked): boolean {
  if (claim.operator_id !== PEOPLE[who].id || claim.kind !== kind) return false;
  if (body.signId !== undefined && body.signId !== claim.device_sign_id) return false;
  if (kind !== 'claim') return claim.sign_record_id === signRecordId;
  const { organizationId, eventId, name, location, url = null } = body;
  const given = [organizationId, eventId, name, location, url];
  return isDeepStrictEqual(given, [claim.organization_id, claim.event_id, claim.name, claim.location, claim.url]);
}

/** C4 of one reply against the row as it was then. Pure. */
function checkReply(asked: ClaimAsked, claim: ClaimRow | undefined, told: readonly ClaimAsked[]): void {
  const found = (expected: unknown) => () => ({ seen: { asked, claim: claim ?? 'no row' }, expected });
  if (asked.code === null) {
    assertPromise(
      claim?.state === 'committed',
      'C4',
      'somebody was told "claimed" of what is not committed',
      found('committed'),
    );
    assertPromise(
      isOwner(claim, asked),
      'C4',
      'somebody was given the outcome of another request',
      found('request_id_reused'),
    );
    const isSame = isDeepStrictEqual(asked.reply, claim.response);
    assertPromise(isSame, 'C4', 'the reply is not what the commit says', found(claim.response));
    const firsts = told.filter(({ status }) => status === 201).length + (asked.status === 201 ? 1 : 0);
    assertPromise(firsts <= 1, 'C4', 'one requestId was told as new twice', found('200 for a replay'));
    return;
  }
  if (asked.code === 'device_load_failed') {
    const { outcome, reason, detail } = claim ?? {};
    const { reason: toldReason = null, detail: toldDetail = null } = asked.reply;
    const isRow = outcome === asked.code && reason === toldReason && detail === toldDetail;
    assertPromise(isRow, 'C4', 'somebody was told of a failure that is not the row’s', found('the row’s outcome'));
    const isOwn = claim !== undefined && isOwner(claim, asked);
    assertPromise(isOwn, 'C4', 'somebody was given the outcome of another request', found('request_id_reused'));
    const claimed = told.some(({ code, status }) => code === null && status !== null);
    assertPromise(!claimed, 'C4', 'one requestId had two outcomes', found('the first one'));
  }
}

const isSameRequest = (one: ClaimAsked, other: ClaimAsked): boolean =>
  isDeepStrictEqual(
    [one.who, one.kind, one.signRecordId, one.body],
    [other.who, other.kind, other.signRecordId, other.body],
  );

/** What every operator is told: C4, C6. */
export const claimReplies: Checker = {
  promises: ['C4', 'C6'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const claims: Mirror<ClaimRow> = mirror(world, 'claim');
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const clocks = watchClocks(world);
    /** By requestId. */
    const told = new Map<string, ClaimAsked[]>();
    /** Told as failed while the row was committed: somebody must have submitted it again at that time. */
    const doubted: ClaimAsked[] = [];
    /** When each request was committed. */
    const committedMs = new Map<string, number>();
    /** When each device was last in a record, and in an attempt by requestId; Infinity: it is. */
    const heldUntil = new Map<string, number>();
    const busyUntil = new Map<string, Map<string, number>>();

    /** Only who has failed with the device waits, and only for another organization that has tried, too. */
    function checkHeldBack(asked: ClaimAsked, device: string): void {
      coverage.hit('claim held back');
      const own = claims.rows().find(({ request_id: id }) => id === asked.requestId)?.organization_id;
      const tried = claims.rows().filter((row) => row.device_sign_id === device && row.submitted_at !== null);
      const isOwn = (row: ClaimRow) => row.organization_id === own || row.operator_id === PEOPLE[asked.who].id;
      const hasFailed = tried.some((row) => isOwn(row) && row.claim_token !== null);
      const isWanted = tried.some((row) => row.organization_id !== own && row.operator_id !== PEOPLE[asked.who].id);
      assertPromise(hasFailed && isWanted, 'C6', 'somebody was held back who has not failed, or for nobody', () => ({
        seen: { asked, tried },
        expected: 'a failure of their own, and an attempt of another organization',
      }));
    }

    function checkBusy(asked: ClaimAsked): void {
      const device = asked.body.signId;
      if (typeof device !== 'string') return;
      if (asked.code === 'sign_already_claimed') {
        const wasHeld = (heldUntil.get(device) ?? -Infinity) >= asked.askedMs - OVERLAP_MS;
        assertPromise(wasHeld, 'C6', 'a device that nobody has was refused as claimed', () => ({
          seen: asked,
          expected: 'it is free',
        }));
      }
      if (asked.code !== 'request_in_progress') return;
      if (asked.reply.retryAfterMs !== undefined) return checkHeldBack(asked, device);
      const slackMs = OVERLAP_MS + 2 * clocks.mostMs();
      const others = [...(busyUntil.get(device) ?? [])].filter(([requestId]) => requestId !== asked.requestId);
      const wasBusy = others.some(([, untilMs]) => untilMs + slackMs >= asked.askedMs);
      assertPromise(wasBusy, 'C6', 'a device was refused as busy though nothing of it was under way', () => ({
        seen: { asked, attempts: others },
        expected: 'free when the last attempt’s deadline has passed',
      }));
    }

    world.onAsked((each) => {
      const asked = claimAsked(each, timeline.nowMs());
      if (asked === null) return;
      const { requestId, kind, code, status } = asked;
      if (status !== null) coverage.hit(`${kind} told ${code ?? status}`);
      if (kind === 'start') return;
      const before = requestId === null ? [] : (told.get(requestId) ?? []);
      if (requestId !== null) told.set(requestId, [...before, asked]);
      if (status === null) return;
      const id = requestId ?? asked.reply.requestId;
      const claim = claims.rows().find((row) => row.request_id === id);
      checkReply(asked, claim, before);
      checkBusy(asked);
      const isDoubted = code !== null && claim?.state === 'committed' && !UNDECIDED.has(code) && isOwner(claim, asked);
      if (!isDoubted) return;
      const wasCommitted = (committedMs.get(id as string) ?? Infinity) <= asked.askedMs;
      assertPromise(
        !wasCommitted || FORBIDDEN.has(code),
        'C4',
        'who asks again is told that what is committed failed',
        () => ({
          seen: asked,
          expected: 'claimed, as at every repetition',
        }),
      );
      doubted.push(asked);
    });

    return {
      afterStep: clocks.look,
      async afterCommit(commits) {
        for (const { before, after } of await claims.update(commits)) {
          const { device_sign_id: device, request_id: requestId } = after ?? before!;
          if (requestId === null) continue;
          if (after?.state === 'committed' && before?.state !== 'committed')
            committedMs.set(requestId, timeline.nowMs());
          const attempts = busyUntil.get(device) ?? new Map<string, number>();
          busyUntil.set(device, attempts);
          const deadlineMs = after?.deadline_at ? runMs(after.deadline_at) : Infinity;
          if (after?.state === 'awaiting_ack') attempts.set(requestId, deadlineMs);
          else if (before?.state === 'awaiting_ack')
            attempts.set(requestId, Math.min(timeline.nowMs(), attempts.get(requestId) ?? Infinity));
        }
        for (const { before, after } of await signs.update(commits)) {
          if (before?.device_sign_id) heldUntil.set(before.device_sign_id, timeline.nowMs());
          if (after?.device_sign_id) heldUntil.set(after.device_sign_id, Infinity);
        }
      },
      atEnd() {
        for (const asks of told.values()) {
          const refused = asks.find(({ code }) => code === 'request_id_reused');
          const isReused = !refused || asks.some((other) => !isSameRequest(other, refused));
          assertPromise(isReused, 'C4', 'the same request was refused as another', () => ({
            seen: asks,
            expected: 'its outcome',
          }));
        }
        for (const asked of doubted) {
          const others = told.get(asked.requestId!)!.filter((other) => other !== asked);
          const endMs = ({ status, toldMs }: ClaimAsked) => toldMs + (status === null ? STILL_AT_WORK_MS : 0);
          const isExplained = others.some(
            (other) => other.askedMs <= asked.toldMs && endMs(other) >= asked.askedMs - OVERLAP_MS,
          );
          assertPromise(isExplained, 'C4', 'somebody was told of a failure of what is committed', () => ({
            seen: asked,
            expected: 'claimed',
          }));
        }
      },
    };
  },
};
