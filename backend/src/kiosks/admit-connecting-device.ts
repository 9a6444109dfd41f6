import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { CloneMachine } from '@sign-display/contracts/rest/clones';
import type { Db } from '../db/database-types.ts';
import { createBatch, type Pace } from '../db/combine-queries.ts';
import { createBatchedWrite } from '../db/batched-write.ts';
import {
  challengeHolder,
  findStandings,
  takeDevice,
  takeDevices,
  type DeviceHolder,
  type Newcomer,
  type Standing,
  type Taking,
} from '../devices/device-connections.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import { deviceRoom, toDeviceMessage, type DeviceMessage } from '../cluster/device-room-messages.ts';
import type { KioskConnections, KioskIdentity } from './kiosk-connections.ts';
import type { Rooms } from '../cluster/node-messaging.ts';

/**
 * `in`: the device is taken. `clone`: another machine lives under the identity; `first` is null where that one has come in meanwhile and has not
 * shown yet that it stays. `crowd`: others come and go too quickly to tell. `refused`: an admin keeps this machine out. `retired`: an admin
 * took the identity from everybody.
 */
export type Admission =
  | { type: 'in' | 'crowd' | 'refused' | 'retired' }
  | { type: 'clone'; first: CloneMachine | null; newcomer: CloneMachine; decisions: number };

/** How a newcomer stands to the present holder, of whom it has `watched` one for as long as it may. */
export function judgeNewcomer(
  newcomer: Pick<KioskIdentity, 'bootId'>,
  holder: DeviceHolder | null,
  watched: boolean,
  isNodeDead: boolean,
): 'take' | 'watch' | 'clone' {
  if (!holder || holder.isEvicted || holder.bootId === newcomer.bootId) return 'take';
  if (!holder.hasNode || isNodeDead) return 'take';
  // It has shown that it lives, or another machine has come in meanwhile.
  return watched ? 'clone' : 'watch';
}

/** Each round somebody else has taken the device or given it back since the last look. */
const MOST_ROUNDS = 10;

/**
 * Which of several connections of one identity has the device, on whichever nodes they are (contract, section 1). The device's row says who
 * has it, and is taken by a conditional update: of two that come at once one is in. A newcomer of another boot asks first whether the machine
 * behind the present connection lives. The node of that connection answers in the row, as soon as anything arrives; a message through
 * the device's room only makes both look sooner than they would by themselves.
 */
export function createTakeover(deps: {
  db: Db;
  clock: Clock;
  nodes: Pick<NodeWatch, 'isDead'>;
  rooms: Rooms;
  connections: KioskConnections;
  pace: Pace;
  nodeId: string;
  /** How long a newcomer watches: a heartbeat interval and a little more. */
  waitMs: number;
}) {
  const { db, clock, pace, nodes, rooms, connections, nodeId, waitMs } = deps;

  // A fleet that comes at once is some statements, and not three a kiosk.
  const findStanding = createBatch((newcomers: Newcomer[]) => findStandings(db, newcomers), {
    queriesAtOnce: 1,
    pace,
  });
  const take = createBatchedWrite(
    (takings: Taking[]) => takeDevices(db, takings),
    (taking) => takeDevice(db, taking),
    pace,
  );

  async function find(identity: KioskIdentity): Promise<Standing | null> {
    const standing = await findStanding(identity);
    if (standing?.holder?.nodeId !== nodeId) return standing;
    // A node knows best what it holds itself.
    return { ...standing, holder: { ...standing.holder, hasNode: true } };
  }

  /** Resolves when the holder has shown that it lives, has gone, or the time is up: with what is to be expected of it in the row. */
  async function watchElsewhere(identity: KioskIdentity, holder: DeviceHolder): Promise<DeviceHolder> {
    const { signId } = identity;
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
        const now = (await find(identity))?.holder;
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
    async admit(identity: KioskIdentity): Promise<Admission> {
      const { signId, bootId, connectionId, macAddress, appVersion, address } = identity;
      const machine = { address, macAddress, appVersion, bootId };
      const machineNow = () => ({ ...machine, connectedAt: new Date(clock.now()).toISOString() });
      let watched: DeviceHolder | null = null;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const standing = await find(identity);
        if (!standing) return { type: 'crowd' };
        if (standing.isRetired) return { type: 'retired' };
        if (standing.isRefused) return { type: 'refused' };
        let { holder } = standing;
        const isNodeDead = holder !== null && nodes.isDead(holder.nodeId);
        const verdict = judgeNewcomer(identity, holder, watched !== null, isNodeDead);
        if (verdict === 'clone') {
          const first = holder?.bootId === watched?.bootId ? standing.holderMachine : null;
          return { type: 'clone', first, newcomer: machineNow(), decisions: standing.decisions };
        }
        if (verdict === 'watch') {
          watched = holder!;
          if (watched.nodeId !== nodeId) holder = await watchElsewhere(identity, watched);
          else if ((await connections.watch({ ...watched, signId }, bootId, waitMs)) === 'lives') continue;
        }
        const seen = { holder, decisions: standing.decisions };
        if (await take({ signId, nodeId, connectionId, machine: machineNow(), seen })) {
          if (holder && holder.nodeId !== nodeId)
            rooms.publish(deviceRoom(signId), { type: 'taken' } satisfies DeviceMessage);
          return { type: 'in' };
        }
      }
      return { type: 'crowd' };
    },
  };
}

export type Takeover = ReturnType<typeof createTakeover>;
