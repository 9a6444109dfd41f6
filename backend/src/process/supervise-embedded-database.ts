import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@sign-display/embedded-postgres';
import type { Logger } from '../logging/logger-type.ts';

/** Long enough that a monitor sees the outage, short enough that no kiosk gives up. */
const FIRST_RESTART_MS = 2_000;
const LONGEST_RESTART_MS = 30_000;

/**
 * Runs the embedded server and starts it again when it dies under us. The pool reconnects by itself: the socket stays where it was.
 * The first start's failure is the caller's; later ones are logged and retried.
 */
export async function superviseEmbeddedDatabase(deps: {
  clock: Clock;
  log: Logger;
  dataDirectory: string;
}): Promise<{ poolConfig: EmbeddedPostgres['poolConfig']; stop(): Promise<void> }> {
  const { clock, log, dataDirectory } = deps;
  let stopping = false;
  let cancel: Cancel = () => {};
  let server = await startEmbeddedPostgres({ dataDirectory, log });
  let starting: Promise<void> = Promise.resolve();

  function watch(): void {
    const watched = server;
    void watched.exited.then((exit) => {
      if (stopping) return;
      log.error({ pid: watched.pid, exit, code: 'unavailable' }, 'embedded database stopped unexpectedly');
      scheduleStart(FIRST_RESTART_MS);
    });
  }

  function scheduleStart(delayMs: number): void {
    cancel = clock.after(delayMs, () => {
      starting = restart(delayMs);
    });
  }

  async function restart(delayMs: number): Promise<void> {
    try {
      server = await startEmbeddedPostgres({ dataDirectory, log });
      log.info({ pid: server.pid }, 'embedded database restarted');
      watch();
    } catch (error) {
      const nextMs = Math.min(LONGEST_RESTART_MS, delayMs * 2);
      log.error({ err: error, retryInMs: nextMs }, 'embedded database did not start');
      if (!stopping) scheduleStart(nextMs);
    }
  }

  watch();
  return {
    poolConfig: server.poolConfig,
    async stop() {
      stopping = true;
      cancel();
      await starting;
      cancel();
      await server.stop();
    },
  };
}
