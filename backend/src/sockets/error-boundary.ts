import type { Logger } from '../logging/logger-type.ts';

/**
 * Where what a client or another node sends is handled: an HTTP upgrade; a frame, down to Engine.IO's and Socket.IO's decoders; a handshake; the begin of a
 * connection, its messages and its end; a message of another node.
 */
export const DOORS = ['upgrade', 'frame', 'authorize', 'opened', 'message', 'closed', 'room'] as const;
export type Door = (typeof DOORS)[number];

/** Tests look for this line. */
export const CAUGHT = 'message handler threw, connection closed';

/**
 * What one connection sends can end that connection and nothing else (promise A5). Whatever throws while it is handled is caught here: one line in
 * the log, one in `signs_boundary_caught_total`, and the connection ends. What is thrown anywhere else is a broken invariant and ends the process.
 *
 * Something caught is a bug of ours or of a library: tests and simulations fail when the count is above 0 (decision 14).
 */
export function createBoundary(deps: { log: Logger; observe: (door: Door, error: unknown) => void }) {
  /** For a caller that ends the connection itself. */
  function caught(door: Door, error: unknown): void {
    deps.observe(door, error);
    deps.log.error({ err: error, door }, CAUGHT);
  }

  function end(door: Door, connection: { close(): void }, error: unknown): undefined {
    caught(door, error);
    try {
      connection.close();
    } catch (again) {
      caught(door, again);
    }
  }

  return {
    caught,
    /** Does `work`. What it throws, or what the promise it returns rejects with, ends `connection`; the result is then undefined. */
    run<Result>(door: Door, connection: { close(): void }, work: () => Result): Result | undefined {
      try {
        const result = work();
        return result instanceof Promise
          ? (result.catch((error: unknown) => end(door, connection, error)) as Result)
          : result;
      } catch (error) {
        return end(door, connection, error);
      }
    },
  };
}

export type Boundary = ReturnType<typeof createBoundary>;
