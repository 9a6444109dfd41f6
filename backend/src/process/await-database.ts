import type { Clock } from '@sign-display/contracts/clock-and-random';
import { isDatabaseUnavailable, type DatabaseAddress } from '../db/open-database.ts';
import { describeMisfit, readServer } from '../db/describe-database.ts';
import { errorChain } from '../db/database-errors.ts';
import type { Logger } from '../logging/logger-type.ts';
import { StartError } from './start-error.ts';

/** A database that is away at the start is asked again, at first soon. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5_000;
/** A server that restarts is back before this; after it a person should look. */
const CHECK_AFTER_MS = 60_000;

const CHECKS = [
  'Is a PostgreSQL server running at this host and port (pg_isready -h HOST -p PORT)?',
  'Does a firewall allow connections from this machine?',
  'Does its listen_addresses contain the address, and does its pg_hba.conf allow this machine, the user and the database?',
  'Does sslmode in DATABASE_URL match what the server offers?',
] as const;

const pause = (clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(delayMs, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });

/** The error's own words on one line. Node tells a host with several addresses by a code alone. */
function reasonOf(error: unknown): string {
  const chain = errorChain(error);
  const { message, code } = chain.at(-1) ?? {};
  return typeof message === 'string' && message !== '' ? message : String(code ?? error);
}

/**
 * Runs `prepare` until it succeeds, and waits while the database is away: meanwhile the health routes say so (promise R1). Each failed try is one
 * line in the log, at most 5 s apart; after a minute another says what to check. Rejects with a StartError for what a person must mend first.
 */
export async function awaitDatabase(deps: {
  prepare(): Promise<void>;
  address: DatabaseAddress;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  /** Where the health routes answer meanwhile. */
  listening: string;
}): Promise<void> {
  const { prepare, address, clock, log, signal, listening } = deps;
  const server = readServer(address);
  const beganAtMs = clock.monotonicMs();
  let isChecked = false;
  for (let delayMs = FIRST_RETRY_MS; !signal.aborted; delayMs = Math.min(LONGEST_RETRY_MS, delayMs * 2)) {
    try {
      await prepare();
      return;
    } catch (error) {
      const misfit = describeMisfit(error, server);
      if (misfit !== null) throw new StartError(misfit, { cause: error });
      if (!isDatabaseUnavailable(error)) throw error;
      const fields = { server: server.at, reason: reasonOf(error), code: 'unavailable', listening, retryInMs: delayMs };
      log.error(fields, 'database unreachable, waiting');
      if (!isChecked && clock.monotonicMs() - beganAtMs >= CHECK_AFTER_MS) {
        isChecked = true;
        log.error({ server: server.at, check: CHECKS }, 'database unreachable for a minute');
      }
      await pause(clock, delayMs, signal);
    }
  }
}
