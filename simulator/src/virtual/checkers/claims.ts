import type { Commit } from '../database/statement-scheduler.ts';
import type { Row } from '../database-rows.ts';
import type { World } from '../world.ts';
import { checkClaimChange, checkHistory, transitionOf, type Circumstances } from './claim-changes.ts';
import { runMs, watchClocks } from './watch-clock-errors.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { watchAcks, type ReceivedAck } from './watch-link-acks.ts';
import { mirror, type Change, type Mirror } from './shared-table-mirror.ts';
import type { ClaimRow, HistoryRow, SignRow } from './row-types.ts';
import { checkSignChange, deviceChangeOf } from './sign-changes.ts';

/** The looks for what is overdue. */
const LOOK_EVERY_MS = 10_000;
/** A node that lives ends an attempt at its deadline, and a sweep what a dead one had. */
const FREE_WITHIN_MS = 60_000;
/** An attempt and its outcome are one transaction with these (promises C10 and M5). */
const TOGETHER = ['history', 'audit'];

/** What the machine makes of an acknowledgement that settles nothing; for the coverage table. */
function refusalOf(ack: ReceivedAck, claim: ClaimRow | undefined): string | null {
  if (!claim) return 'unknown';
  if (claim.state !== 'awaiting_ack') return 'over';
  if (ack.claimToken !== claim.claim_token || ack.signId !== claim.device_sign_id) return 'not_this_attempt';
  return ack.wallMs >= claim.deadline_at!.getTime() ? 'late' : null;
}

/** Which organizations commit at once; null for those that were changed in this run. */
function watchHandshakes(world: World) {
  const known = new Map<string, boolean | null>();
  return {
    isLegacy: (organizationId: string): boolean | null => known.get(organizationId) ?? null,
    async update(commits: readonly Commit[]) {
      if (known.size > 0 && !commits.some(({ tables }) => tables.has('organization'))) return;
      for (const { id, link_handshake_enabled: enabled } of await world.records.of('organization')) {
        const before = known.get(id as string);
        known.set(id as string, before === undefined || before === (enabled === false) ? enabled === false : null);
      }
    },
  };
}

function repeated<Value>(values: Iterable<Value>): Value | null {
  const seen = new Set<Value>();
  for (const value of values) {
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return null;
}

/** C1: a device is in one record. C6: of one device one attempt is under way. */
function checkSingle(claims: readonly ClaimRow[], signs: readonly SignRow[]): void {
  const twice = repeated(signs.flatMap(({ device_sign_id: device }) => (device === null ? [] : [device])));
  assertPromise(twice === null, 'C1', 'two records hold one device', () => ({
    seen: signs.filter(({ device_sign_id: device }) => device === twice),
    expected: 'one record',
  }));
  const awaiting = claims.filter(({ state }) => state === 'awaiting_ack');
  const busy = repeated(awaiting.map(({ device_sign_id: device }) => device));
  assertPromise(busy === null, 'C6', 'two attempts of one device are under way', () => ({
    seen: awaiting.filter(({ device_sign_id: device }) => device === busy),
    expected: 'one attempt',
  }));
}

const isSettled = ({ before, after }: Change<ClaimRow>): boolean =>
  after !== null &&
  (after.state === 'committed' || after.state === 'failed') &&
  (before?.state !== after.state || +before.settled_at! !== +after.settled_at!);

/** The rows of claims and of what they make: C1 to C4, C6, C8 to C10. */
export const claims: Checker = {
  promises: ['C1', 'C2', 'C3', 'C4', 'C6', 'C8', 'C9', 'C10'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const claimRows: Mirror<ClaimRow> = mirror(world, 'claim');
    const signRows: Mirror<SignRow> = mirror(world, 'sign');
    const handshakes = watchHandshakes(world);
    const clocks = watchClocks(world);
    const acks = new Map<string, ReceivedAck[]>();
    let lookedMs = 0;

    watchAcks(world, clocks.of, (ack) => {
      const heard = acks.get(ack.requestId) ?? [];
      acks.set(ack.requestId, [...heard, ack]);
      const claim = claimRows.rows().find(({ request_id: requestId }) => requestId === ack.requestId);
      const refusal = refusalOf(ack, claim);
      if (refusal !== null) coverage.hit(`ack refused ${refusal}`);
    });

    async function checkSettled(change: Change<ClaimRow>, commits: readonly Commit[]): Promise<void> {
      const claim = change.after!;
      const isTogether = commits.some(
        ({ tables }) => tables.has('claim') && TOGETHER.every((table) => tables.has(table)),
      );
      assertPromise(isTogether, 'C10', 'an outcome was committed without its history and its audit row', () => ({
        seen: commits.map(({ tables }) => [...tables]),
        expected: ['claim', ...TOGETHER],
      }));
      const items = await world.records.ask('select * from history where request_id = $1', [claim.request_id]);
      checkHistory(claim, items as unknown as HistoryRow[]);
    }

    async function checkKept({ before, after }: Change<SignRow>): Promise<void> {
      const schedules = await world.records.of('schedule');
      const own = (rows: readonly Row[]) => rows.filter(({ sign_id: id }) => id === after!.id).length;
      const count = schedulesBefore.get(before!.id) ?? 0;
      assertPromise(own(schedules) === count, 'C8', 'schedules went with the device', () => ({
        seen: own(schedules),
        expected: count,
      }));
    }

    const schedulesBefore = new Map<string, number>();
    async function countSchedules(commits: readonly Commit[]): Promise<void> {
      if (!commits.some(({ tables }) => tables.has('schedule'))) return;
      schedulesBefore.clear();
      for (const { sign_id: id } of await world.records.of('schedule'))
        if (typeof id === 'string') schedulesBefore.set(id, (schedulesBefore.get(id) ?? 0) + 1);
    }

    /** C6: whoever had a device has given it back by now. */
    function checkOverdue(): void {
      const nowMs = timeline.nowMs();
      for (const claim of claimRows.rows()) {
        if (claim.state !== 'awaiting_ack') continue;
        const sinceMs = Math.max(runMs(claim.deadline_at!) + clocks.mostMs(), world.disturbedMs());
        assertPromise(nowMs - sinceMs <= FREE_WITHIN_MS, 'C6', 'an attempt outlives its deadline', () => ({
          seen: claim,
          expected: `ended ${FREE_WITHIN_MS / 1_000} s after its deadline`,
        }));
      }
    }

    return {
      afterStep() {
        clocks.look();
        if (timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = timeline.nowMs();
        checkOverdue();
      },
      async afterCommit(commits) {
        await handshakes.update(commits);
        const ofClaims = await claimRows.update(commits);
        const ofSigns = await signRows.update(commits);
        if (ofClaims.length > 0 || ofSigns.length > 0) checkSingle(claimRows.rows(), signRows.rows());
        for (const change of ofClaims) {
          const name = transitionOf(change);
          if (name !== null) coverage.hit(name);
          const circumstances: Circumstances = {
            acks: acks.get(change.after?.request_id ?? '') ?? [],
            signs: signRows.rows(),
            errorOf: clocks.of,
            isLegacy: handshakes.isLegacy,
          };
          checkClaimChange(change, circumstances);
          if (isSettled(change)) await checkSettled(change, commits);
        }
        for (const change of ofSigns) {
          checkSignChange(change, claimRows.rows());
          const how = deviceChangeOf(change);
          if (how !== null) {
            coverage.hit(`record ${how}`);
            await checkKept(change);
          }
        }
        await countSchedules(commits);
      },
      atEnd() {
        const left = claimRows.rows().filter(({ state }) => state === 'awaiting_ack');
        assertPromise(left.length === 0, 'C6', 'an attempt is under way when all is over', () => ({
          seen: left,
          expected: [],
        }));
      },
    };
  },
};
