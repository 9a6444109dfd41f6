import { Readable } from 'node:stream';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Role } from '@sign-display/contracts/roles';
import type { FastifyRequest } from 'fastify';

/**
 * Answers that a client may take long to read. Nobody holds one open who takes nothing of it, or who may not read it any more, and what breaks off never
 * looks whole: the connection is reset.
 */

/** A client that takes nothing of a piece for so long is gone, whatever its connection says. */
const STALLED_AFTER_MS = 60_000;
/** Reading may take an hour, and who lost the session or the role loses the answer as well within a second (promise A3). */
const ASK_AGAIN_MS = 500;

class StreamCutError extends Error {}

interface GuardedStreamsDeps {
  clock: Clock;
  /** Whether who asked with `request` may still read in the organization what takes `role`. */
  mayRead(request: FastifyRequest, organizationId: string, role: Role): Promise<boolean>;
}

export function createGuardedStreams({ clock, mayRead }: GuardedStreamsDeps) {
  const open = new Set<Readable>();
  const cut = (stream: Readable, why: string): void => void stream.destroy(new StreamCutError(why));

  return {
    /** A stream of the pieces, each of which is made when the client has taken the one before. */
    open(
      raw: FastifyRequest,
      { organizationId, role }: { organizationId: string; role: Role },
      pieces: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
    ): Readable {
      let askedAtMs = clock.monotonicMs();
      async function* guarded(): AsyncGenerator<Buffer> {
        for await (const piece of pieces) {
          if (clock.monotonicMs() - askedAtMs >= ASK_AGAIN_MS) {
            if (!(await mayRead(raw, organizationId, role)))
              throw new StreamCutError('the client no longer has access to this export');
            askedAtMs = clock.monotonicMs();
          }
          const cancel = clock.after(STALLED_AFTER_MS, () => cut(stream, 'the client has stalled'));
          try {
            yield typeof piece === 'string' ? Buffer.from(piece) : piece;
          } finally {
            cancel();
          }
        }
      }
      const stream = Readable.from(guarded(), { objectMode: false });
      open.add(stream);
      stream.once('close', () => open.delete(stream));
      // A reset and not an end: where there are no chunks (HTTP/1.0, which proxies speak), an end is the file's end.
      stream.once('error', () => raw.raw.socket.resetAndDestroy?.());
      return stream;
    },
    cut,
    /** Ends all: the node is going down, and a client may take an hour. */
    cutAll(): void {
      for (const stream of open) cut(stream, 'the node is going down');
    },
  };
}

export type GuardedStreams = ReturnType<typeof createGuardedStreams>;
