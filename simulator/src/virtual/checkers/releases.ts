import type { Commit } from '../database/statement-scheduler.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';

/** As many decisions of handshakes may be under way when an identity is retired. */
const BINDS_WITHIN_MS = 5_000;

/**
 * Who was released at the machine is another sign from then on (promise K13), and nobody is the old one: no record has it, no machine gets in with it. What
 * becomes of the kiosk's memory is the business of `kiosk-identity.ts`.
 */
export const releases: Checker = {
  promises: ['K1', 'K13'],
  begin(world: World): Watch {
    const { coverage, network, timeline } = world;
    /** When each identity was retired, as far as anybody has seen it. */
    const retired = new Map<string, number>();
    let rowsSeen = 0;

    network.onAdmission(({ signId, refusal, kiosk }) => {
      const retiredMs = retired.get(signId) ?? Infinity;
      const isOver = timeline.nowMs() >= retiredMs + BINDS_WITHIN_MS;
      assertPromise(
        !isOver || refusal !== null,
        'K13',
        `machine ${kiosk} came in with an identity that was given up`,
        () => ({
          seen: { signId, retiredMs },
          expected: 'identity_conflict',
        }),
      );
      if (isOver && refusal === 'identity_conflict') coverage.hit('K13 turned away with a retired identity');
    });

    async function checkRetired(): Promise<void> {
      const devices = await world.records.of('device');
      for (const { sign_id: signId, retired_at: at } of devices)
        if (at !== null && !retired.has(signId as string)) retired.set(signId as string, timeline.nowMs());
      for (const { device_sign_id: device, id } of await world.records.of('sign'))
        assertPromise(
          device === null || !retired.has(device as string),
          'K13',
          'a record has an identity that was given up',
          () => ({
            seen: { record: id, device },
            expected: 'no record has it',
          }),
        );
    }

    /** A release that took a sign its record has retired the identity in the same transaction. */
    async function checkAudited(): Promise<void> {
      const rows = await world.records.ask(
        `select detail from audit where action = 'sign.release' order by at, target_id`,
      );
      for (const { detail } of rows.slice(rowsSeen)) {
        const { deviceSignId } = detail as { deviceSignId: string };
        assertPromise(retired.has(deviceSignId), 'K13', 'a sign was released and its identity was not retired', () => ({
          seen: deviceSignId,
          expected: 'retired',
        }));
        coverage.hit('K13 record released');
      }
      rowsSeen = rows.length;
    }

    return {
      async afterCommit(commits: readonly Commit[]) {
        const wrote = (table: string) => commits.some(({ tables }) => tables.has(table));
        if (wrote('device') || wrote('sign')) await checkRetired();
        if (wrote('audit')) await checkAudited();
      },
      atEnd() {
        for (const { index, kiosk, released } of world.signs) {
          const agent = kiosk.agent();
          const signId = agent?.stored.identity?.signId;
          const isStuck = agent?.connection.refusal === 'identity_conflict' && !agent.stored.registered;
          assertPromise(!isStuck, 'K1', `kiosk ${index} keeps an identity that another has bound before it`, () => ({
            seen: signId,
            expected: 'another one, which it is registered with',
          }));
          const isStill = signId !== undefined && (retired.has(signId) || released.get(signId) === 'whole');
          assertPromise(!isStill, 'K13', `kiosk ${index} was released and is still the old sign`, () => ({
            seen: { signId, released: [...released] },
            expected: 'a new sign',
          }));
        }
      },
    };
  },
};
