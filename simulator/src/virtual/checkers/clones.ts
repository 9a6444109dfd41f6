import { LIMITS } from '@sign-display/contracts/limits';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { watchMachines, type Encounter } from './watch-identity-encounters.ts';
import { mirror, type Change, type Mirror } from './shared-table-mirror.ts';
import type { CloneRow, SignRow } from './row-types.ts';

/** A newcomer waits for one heartbeat interval and this at the most (contract, section 1), and some statements. */
const MARGIN_MS = 2_000;
const STATEMENTS_MS = 4_000;
const WAITS_MS = LIMITS.heartbeatIntervalMs + MARGIN_MS;
/** Whoever lives was heard within this before it would have been taken for dead: not so short before that its node could not say so. */
const LIVES = { sinceMs: WAITS_MS - 1_000, untilMs: 1_500 };
/** Before the watch, and still an answer to it: that of somebody who asked before. */
const ANSWERED_BEFORE_MS = 2_000;
/** Nothing is wrong with the service since then, or nothing is said of how long things take. */
const UNDISTURBED_MS = 30_000;
/** What is decided, or noted, binds everybody by then. */
const BINDS_WITHIN_MS = 10_000;

/** Somebody was turned away: an admin is to be told of these machines. */
interface ToNote {
  encounter: Encounter;
  dueMs: number;
}

const addressOf = (kiosk: number): string => `10.0.0.${kiosk + 1}`;

/** Two machines with one identity: N8. */
export const clones: Checker = {
  promises: ['N8'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const rows: Mirror<CloneRow> = mirror(world, 'clone');
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const encounters: Encounter[] = [];
    let toNote: ToNote[] = [];
    /** By signId: when an admin last decided, and when everybody lost the identity. */
    const decided = new Map<string, number>();
    const retired = new Map<string, number>();
    /** When each device last came into a record or left one, and when anybody last took it. */
    const linked = new Map<string, number>();
    const taken = new Map<string, number>();

    watchMachines(world, (encounter) => encounters.push(encounter));

    const isDisturbedSince = (atMs: number): boolean => world.disturbedMs() >= atMs;
    const isSince = (times: ReadonlyMap<string, number>, signId: string, atMs: number): boolean =>
      (times.get(signId) ?? -Infinity) >= atMs;

    function check(encounter: Encounter): void {
      const { admission, decidedMs, holder } = encounter;
      const { signId, refusal, askedMs } = admission;
      checkMarks(encounter);
      if (refusal === null) taken.set(signId, decidedMs);
      const isNewcomer = holder !== null && holder.bootId !== admission.bootId;
      if (!isNewcomer || isDisturbedSince(askedMs - UNDISTURBED_MS) || isSince(decided, signId, holder.admittedMs))
        return;
      // Whom an admin has turned out is turned away at once, and in the same words.
      if (refusal === 'clone_quarantined' && !decided.has(signId)) checkTurnedAway(world, encounter);
      if (refusal === null) checkLetIn(world, encounter);
      const isToNote = refusal === 'clone_quarantined' && encounter.isHeld && holder.admittedMs < askedMs;
      if (isToNote && !turnedOut(signId, admission.bootId))
        toNote.push({ encounter, dueMs: decidedMs + BINDS_WITHIN_MS });
    }

    /** By which decision of an admin a machine is to stay out, for as long as the device has its record by the same claim. */
    const turnedOut = (signId: string, bootId: string): CloneRow | undefined =>
      rows.rows().find((row) => {
        const record = row.sign_record_id === null ? undefined : signs.get(row.sign_record_id);
        return (
          row.device_sign_id === signId &&
          row.refused_boot_id === bootId &&
          record?.device_sign_id === signId &&
          record.claim_request_id === row.claim_request_id
        );
      });

    /** Whom an admin has turned out stays out. */
    function checkMarks({ admission, decidedMs }: Encounter): void {
      const { signId, bootId, refusal, kiosk } = admission;
      if (refusal !== null) return;
      const retiredMs = retired.get(signId) ?? Infinity;
      assertPromise(
        decidedMs < retiredMs + BINDS_WITHIN_MS,
        'N8',
        'a machine came in with an identity that was reset',
        () => ({
          seen: admission,
          expected: 'nobody has it',
        }),
      );
      const against = turnedOut(signId, bootId);
      const isBinding = decidedMs > (decided.get(signId) ?? Infinity) + BINDS_WITHIN_MS;
      assertPromise(!against || !isBinding, 'N8', `machine ${kiosk} came in that an admin had turned out`, () => ({
        seen: admission,
        expected: against,
      }));
    }

    function noteDecision({ before, after }: Change<CloneRow>): void {
      if (after === null || after.decision === null || before?.decision === after.decision) return;
      decided.set(after.device_sign_id, timeline.nowMs());
      coverage.hit(`N8 decided ${after.decision}`);
      if (after.decision === 'reset_both') retired.set(after.device_sign_id, timeline.nowMs());
    }

    /** An admin reads which machines they are. */
    function checkNoted({ encounter }: ToNote): void {
      const { admission, decidedMs, holder } = encounter;
      const { signId, kiosk, bootId, askedMs } = admission;
      if (isDisturbedSince(askedMs - UNDISTURBED_MS)) return;
      if ([decided, linked, taken].some((times) => isSince(times, signId, askedMs - UNDISTURBED_MS))) return;
      const open = rows.rows().filter((row) => row.device_sign_id === signId && row.decision === null);
      const isTold = open.some(
        ({ first, newcomer }) =>
          first.bootId === holder!.bootId &&
          first.address === addressOf(holder!.kiosk) &&
          newcomer.address === addressOf(kiosk) &&
          newcomer.bootId === bootId,
      );
      assertPromise(isTold, 'N8', 'a machine was turned away, and nobody is told which machines they are', () => ({
        seen: open,
        expected: { first: holder, newcomer: admission, decidedMs },
      }));
      coverage.hit('N8 machines noted');
    }

    return {
      afterStep() {
        for (const encounter of encounters.splice(0)) check(encounter);
        if (toNote.length === 0 || toNote[0]!.dueMs > timeline.nowMs()) return;
        const [due, ...later] = toNote;
        toNote = later;
        checkNoted(due!);
      },
      async afterCommit(commits) {
        for (const change of await rows.update(commits)) noteDecision(change);
        for (const { before, after } of await signs.update(commits)) {
          if (before?.device_sign_id === after?.device_sign_id && before?.claim_request_id === after?.claim_request_id)
            continue;
          for (const row of [before, after]) if (row?.device_sign_id) linked.set(row.device_sign_id, timeline.nowMs());
        }
      },
    };
  },
};

/** The first one stays: who came in had waited, and had heard nothing of it. */
function checkLetIn(world: World, encounter: Encounter): void {
  const { admission, decidedMs, holder, isHeld, others } = encounter;
  const waitedMs = decidedMs - admission.askedMs;
  assertPromise(waitedMs <= WAITS_MS + STATEMENTS_MS, 'N8', 'a machine waited for too long to be let in', () => ({
    seen: { ...admission, waitedMs },
    expected: `at most ${WAITS_MS} ms, and what a few statements take`,
  }));
  if (!isHeld || holder!.admittedMs > admission.askedMs) return world.coverage.hit('N8 came in after another');
  const signOfLife = others.find(
    ({ bootId, atMs }) =>
      bootId === holder!.bootId && atMs >= decidedMs - LIVES.sinceMs && atMs <= decidedMs - LIVES.untilMs,
  );
  assertPromise(
    signOfLife === undefined,
    'N8',
    'a machine took the place of one that lives under its identity',
    () => ({
      seen: { newcomer: admission, decidedMs, first: holder, heardOfFirst: signOfLife },
      expected: 'the newcomer is quarantined, the first stays',
    }),
  );
  const isSameMachine = holder!.kiosk === admission.kiosk;
  world.coverage.hit(isSameMachine ? 'N8 came back beside its own connection' : 'N8 came in the place of a dead one');
}

/** A sign that comes back after a power cut is no clone: another lives. */
function checkTurnedAway(world: World, { admission, decidedMs, others }: Encounter): void {
  const { askedMs } = admission;
  const isShown = others.some(({ atMs }) => atMs >= askedMs - ANSWERED_BEFORE_MS && atMs <= decidedMs);
  assertPromise(isShown, 'N8', 'a machine was turned away though no other lives under its identity', () => ({
    seen: { ...admission, decidedMs, heardOfOthers: others.at(-1) ?? 'nothing' },
    expected: 'it is let in',
  }));
  world.coverage.hit('N8 quarantined');
}
