import type { Duplex } from 'node:stream';

/** Runs a task when this turn of the loop has ended, with all that the promises do which it settles. */
export type AfterTurn = (task: () => void) => void;
export type HoldWrites = (wire: Duplex) => void;

/**
 * What is written to a connection in one turn goes to the system in one call: a call costs more than all that is done for a frame. `end` writes
 * it as well; `destroy` throws it away.
 */
export const createHoldWrites =
  (afterTurn: AfterTurn): HoldWrites =>
  (wire) => {
    if (wire.writableCorked > 0) return;
    wire.cork();
    afterTurn(() => wire.uncork());
  };
