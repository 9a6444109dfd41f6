import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import type { Db } from '../db/database-types.ts';
import type { NodeWatch } from './node-watch.ts';
import { findWarmUps, hasOtherWarmUps } from './nodes-repository.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { Rooms } from './node-messaging.ts';

const ROOM = 'warm-ups';

/**
 * Which nodes' offline verdicts wait, for the dashboards of this node (promise N2). It is read from the nodes' rows: when one of them says that
 * its own is other, and every time this node renews its lease, so that a lost message or a node that died costs seconds.
 */
export function createWarmUps(deps: { db: Db; nodes: Pick<NodeWatch, 'dead'>; rooms: Rooms; log: Logger }) {
  const { db, nodes, rooms, log } = deps;
  const listeners: ((warmUps: NodeWarmUp[]) => void)[] = [];
  let known: NodeWarmUp[] = [];
  let looking: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    try {
      const found = await findWarmUps(db, nodes.dead());
      if (JSON.stringify(found) === JSON.stringify(known)) return;
      known = found;
      for (const hear of listeners) hear(known);
    } catch (error) {
      log.debug({ err: error }, 'node warm-ups not read, retrying');
    }
  }
  // One after the other: an older answer must not come after a newer one.
  const look = (): Promise<void> => (looking = looking.then(read));
  rooms.listen(ROOM, () => void look());

  return {
    now: (): NodeWarmUp[] => known,
    /** Reads anew, where they are others than those that are known. */
    sweeper: {
      name: 'warmUps',
      due: hasOtherWarmUps(nodes.dead, () => known),
      sweep: look,
    },
    /** This node's row is other: all nodes are to look. */
    written: (): void => rooms.publish(ROOM, {}),
    /** Told of every change from now on. */
    onChange: (hear: (warmUps: NodeWarmUp[]) => void): void => void listeners.push(hear),
  };
}

export type WarmUps = ReturnType<typeof createWarmUps>;
