import type { Kysely } from 'kysely';
import type { Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import { challengeHolder, findHolder, takeDevice, type DeviceHolder } from '../devices/device-connections.ts';
import { isLeaseAlive } from '../nodes/lease.ts';
import { deviceRoom, toDeviceMessage, type DeviceMessage } from './device-messages.ts';
import type { KioskConnections, KioskIdentity } from './kiosk-connections.ts';
import type { Rooms } from './rooms.ts';

/**
 * Which of several connections of one identity has the device, on whichever nodes they are (contract, section 1). The device's row says who
 * has it, and is taken by a conditional update: of two that come at once one is in. A newcomer of another boot asks first whether the machine
 * behind the present connection lives. The node of that connection answers in the row, as soon as anything arrives; a message through
 * the device's room only makes both look sooner than they would by themselves.
 */
export interface Takeover {
  /** Takes the device for `identity`. `clone`: another machine lives under it. `crowd`: others come and go too quickly to tell. */
  admit(identity: KioskIdentity): Promise<'in' | 'clone' | 'crowd'>;
}

/** How a newcomer stands to the present holder, of whom it has `watched` one for as long as it may. */
export function judgeNewcomer(
  newcomer: Pick<KioskIdentity, 'bootId'>,
  holder: DeviceHolder | null,
  watched: boolean,
  nowMs: number,
): 'take' | 'watch' | 'clone' {
  if (!holder || holder.bootId === newcomer.bootId || !isLeaseAlive(holder.nodeSeenAtMs, nowMs)) return 'take';
  // It has shown that it lives, or another machine has come in meanwhile.
  return watched ? 'clone' : 'watch';
}

/** Each round somebody else has taken the device or given it back since the last look. */
const MOST_ROUNDS = 10;

export function createTakeover(deps: {
  db: Kysely<Database>;
  clock: Clock;
  rooms: Rooms;
  connections: KioskConnections;
  nodeId: string;
  /** How long a newcomer watches: a heartbeat interval and a little more. */
  waitMs: number;
}): Takeover {
  const { db, clock, rooms, connections, nodeId, waitMs } = deps;

  async function find(signId: string): Promise<DeviceHolder | null> {
    const holder = await findHolder(db, signId);
    if (holder?.nodeId !== nodeId) return holder;
    // A node knows best what it holds itself.
    return { ...holder, nodeSeenAtMs: clock.now() };
  }

  /** Resolves when the holder has shown that it lives, has gone, or the time is up: with what is to be expected of it in the row. */
  async function watchElsewhere(signId: string, holder: DeviceHolder): Promise<DeviceHolder> {
    let wake = () => {};
    let isOver = false;
    const stop = rooms.listen(deviceRoom(signId), (message) => {
      if (toDeviceMessage(message)?.type === 'answered') wake();
    });
    const cancel = clock.after(waitMs, () => {
      isOver = true;
      wake();
    });
    try {
      const signsOfLife = await challengeHolder(db, { signId, connectionId: holder.connectionId }, clock.now());
      if (signsOfLife === null) return holder;
      const expected = { ...holder, signsOfLife };
      rooms.publish(deviceRoom(signId), { type: 'challenged' } satisfies DeviceMessage);
      for (;;) {
        const woken = new Promise<void>((resolve) => (wake = resolve));
        // Looked at after listening, so that an answer in between is not missed.
        const now = await find(signId);
        if (now?.connectionId !== holder.connectionId || now.signsOfLife !== signsOfLife) return expected;
        if (isOver) return expected;
        await woken;
      }
    } finally {
      stop();
      cancel();
    }
  }

  return {
    async admit(identity) {
      const { signId, bootId, connectionId } = identity;
      let watched = false;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        let holder = await find(signId);
        const verdict = judgeNewcomer(identity, holder, watched, clock.now());
        if (verdict === 'clone') return 'clone';
        if (verdict === 'watch') {
          watched = true;
          if (holder!.nodeId !== nodeId) holder = await watchElsewhere(signId, holder!);
          else if ((await connections.watch({ ...holder!, signId }, bootId, waitMs)) === 'lives') return 'clone';
        }
        if (await takeDevice(db, { signId, nodeId, connectionId, bootId, atMs: clock.now() }, holder)) {
          if (holder && holder.nodeId !== nodeId)
            rooms.publish(deviceRoom(signId), { type: 'taken' } satisfies DeviceMessage);
          return 'in';
        }
      }
      return 'crowd';
    },
  };
}
