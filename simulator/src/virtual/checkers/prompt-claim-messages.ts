import type { VirtualSign } from '../sign.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import { isRegistered } from './is-registered.ts';
import type { SignRow } from './row-types.ts';

/** Between a commit and what is sent because of it: a few statements, and word to another node. */
const SENT_WITHIN_MS = 3_000;
/** Nothing is wrong with the service since so long before the commit. */
const UNDISTURBED_MS = 20_000;

/** The answer to a heartbeat, and when its node had the heartbeat. */
interface Answered {
  sign: VirtualSign;
  heardMs: number;
}

/** Calls `hear` with each answer to a heartbeat that reaches its sign. What its node has sent before it has arrived before it. */
function watchAnswers(world: World, hear: (answered: Answered) => void): void {
  /** Of each sign, by number. */
  const heard = world.signs.map(() => new Map<number, number>());
  world.network.onArrival(({ kiosk, to, event, payload }) => {
    const own = heard[kiosk];
    if (!own) return;
    const { seq } = payload as { seq: number };
    if (to === 'node' && event === 'heartbeat') own.set(seq, world.timeline.nowMs());
    if (to !== 'kiosk' || event !== 'heartbeat:ack') return;
    const heardMs = own.get(seq);
    own.delete(seq);
    if (heardMs !== undefined) hear({ sign: world.signs[kiosk]!, heardMs });
  });
}

/** A sign that is connected is told at once whose it is: C7 and C8. That what is lost is found later is for what is lost. */
export const promptClaimMessages: Checker = {
  promises: ['C7', 'C8'],
  begin(world): Watch {
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const answers: Answered[] = [];
    /** Since when each sign is connected; Infinity: it is not. And when each device last changed hands. */
    const onlineMs = world.signs.map(() => Infinity);
    const changedMs = new Map<string, number>();
    watchAnswers(world, (answered) => answers.push(answered));

    function check({ sign, heardMs }: Answered): void {
      const agent = sign.kiosk.agent();
      const signId = agent?.stored.identity?.signId;
      const sinceMs = changedMs.get(signId ?? '');
      if (!agent || sinceMs === undefined || heardMs < sinceMs + SENT_WITHIN_MS) return;
      if (onlineMs[sign.index]! >= sinceMs || world.disturbedMs() >= sinceMs - UNDISTURBED_MS) return;
      const record = signs.rows().find(({ device_sign_id: device }) => device === signId) ?? null;
      const known = agent.stored.claim?.sign.id ?? null;
      assertPromise(known === (record?.id ?? null), 'C8', `kiosk ${sign.index} was not told whose it is now`, () => ({
        seen: { known, changedMs: sinceMs, heardMs },
        expected: record?.id ?? 'nobody’s',
      }));
      changedMs.delete(signId!);
      world.coverage.hit(`C8 learnt that it is ${record ? 'claimed' : 'nobody’s'}`);
    }

    return {
      afterStep() {
        for (const { index, isOn, kiosk } of world.stirred)
          if (!isOn || !isRegistered(kiosk)) onlineMs[index] = Infinity;
          else if (onlineMs[index] === Infinity) onlineMs[index] = world.timeline.nowMs();
        for (const answered of answers.splice(0)) check(answered);
      },
      async afterCommit(commits) {
        for (const { before, after } of await signs.update(commits)) {
          if (before?.device_sign_id === after?.device_sign_id) continue;
          for (const row of [before, after])
            if (row?.device_sign_id) changedMs.set(row.device_sign_id, world.timeline.nowMs());
        }
      },
    };
  },
};
