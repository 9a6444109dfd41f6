import type { Duplex } from 'node:stream';

/** Runs a task when the microtasks that are there now, and those that they make, have run. */
export type AfterTurn = (task: () => void) => void;
export type HoldWrites = (wire: Duplex) => void;

/**
 * What reaches a connection in one turn goes to the system in one call: a call costs more than all that is done for a frame. Engine.IO keeps a second
 * packet back until the first is written, so two sends of a turn are two calls, and a hundred are two as well. `end` writes what is held; `destroy`
 * throws it away.
 */
export const createHoldWrites =
  (afterTurn: AfterTurn): HoldWrites =>
  (wire) => {
    if (wire.writableCorked > 0) return;
    wire.cork();
    afterTurn(() => wire.uncork());
  };
