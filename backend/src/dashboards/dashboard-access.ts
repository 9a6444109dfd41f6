import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import {
  prolongSessions,
  storeUses,
  USE_STORED_EVERY_MS,
  USE_WRITTEN_EVERY_MS,
} from '../access/prolong-used-sessions.ts';
import type { Db } from '../db/database-types.ts';
import type { Logger } from '../logging/logger-type.ts';
import { readRoles, type Roles } from './dashboard-queries.ts';

/**
 * Whether dashboards may still see what they are shown (promise A3): their sessions and roles are read again as long as there are any, all in
 * one query, because no message that could be lost may stand between a removed member and the end of their socket.
 */

/** Twice within the second that the contract gives. */
const LOOK_EVERY_MS = 400;
/** Nothing is shown to sockets that were not looked at for so long. */
const FRESH_MS = 1_000;
/** A database that is away for a moment costs nobody their socket; they are shown nothing in that time. */
const CUT_AFTER_MS = 10_000;

/** A socket, as far as its access goes. */
export interface Holder {
  readonly sessionId: string;
  /** The person's roles when the socket was opened; of what it has subscribed to, when it did. */
  readonly roles: Roles;
  /** The organization that it has subscribed to. */
  readonly organizationId: string | null;
}

/**
 * Whether a socket may stay; `now` are its person's roles, undefined when the session is over. One that has subscribed depends on its role
 * there, any other on all that it could have subscribed to.
 */
export function mayStay({ roles, organizationId }: Holder, now: Roles | undefined): boolean {
  if (!now) return false;
  const relevant = organizationId === null ? Array.from(roles.keys()) : [organizationId];
  return relevant.every((organization) => now.get(organization) === roles.get(organization));
}

export function watchAccess<Socket extends Holder>(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  sockets(): Iterable<Socket>;
  /** The socket's person lost their access, or it could not be looked at for long. */
  end(socket: Socket): void;
  /** Sockets were looked at in time again, after they were not. */
  fresh(): void;
}) {
  const { db, clock, log } = deps;
  let cancel: Cancel | null = null;
  let isStopped = false;
  let lookedAtMs = -Infinity;
  let prolongedAtMs = -Infinity;
  let storedAtMs = -Infinity;
  let wasStale = false;

  const isFresh = (): boolean => {
    const isNow = clock.monotonicMs() - lookedAtMs <= FRESH_MS;
    if (!isNow) wasStale = true;
    return isNow;
  };

  /** An open socket uses its session. */
  async function useSessions(startMs: number, sessionIds: readonly string[]): Promise<void> {
    if (startMs - storedAtMs >= USE_STORED_EVERY_MS) {
      await storeUses(db, sessionIds, clock.now());
      storedAtMs = startMs;
    }
    if (startMs - prolongedAtMs < USE_WRITTEN_EVERY_MS) return;
    await prolongSessions(db, sessionIds, clock.now());
    prolongedAtMs = startMs;
  }

  async function look(sockets: readonly Socket[]): Promise<void> {
    const startMs = clock.monotonicMs();
    try {
      const sessionIds = Array.from(new Set(sockets.map(({ sessionId }) => sessionId)));
      const roles = await readRoles(db, sessionIds, clock.now());
      for (const socket of sockets) if (!mayStay(socket, roles.get(socket.sessionId))) deps.end(socket);
      lookedAtMs = startMs;
      if (wasStale) deps.fresh();
      wasStale = false;
      await useSessions(startMs, [...roles.keys()]);
    } catch (error) {
      wasStale = true;
      log.warn({ err: error, sockets: sockets.length }, 'dashboard access not checked, retrying');
      if (startMs - lookedAtMs > CUT_AFTER_MS) for (const socket of sockets) deps.end(socket);
    }
  }

  function schedule(): void {
    if (isStopped) return;
    cancel = clock.after(LOOK_EVERY_MS, () => {
      const sockets = Array.from(deps.sockets());
      if (sockets.length === 0) cancel = null;
      else void look(sockets).finally(schedule);
    });
  }

  return {
    /** To be called with every socket that is opened. */
    start(): void {
      if (cancel || isStopped) return;
      lookedAtMs = clock.monotonicMs();
      // A session is prolonged when its socket opens.
      prolongedAtMs = lookedAtMs;
      schedule();
    },
    /** Whether all sockets were looked at within a second. */
    isFresh,
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
}
