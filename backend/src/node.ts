import type { Kysely } from 'kysely';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { ErrorCode } from '@sign-display/contracts/error-codes';
import { createClaimWaiters } from './claims/claim-waiters.ts';
import { createClaimsService, type ClaimSettings } from './claims/claims-service.ts';
import { createCommands } from './commands/commands.ts';
import type { Database } from './db/schema.ts';
import { createPresence } from './presence/presence.ts';
import { createDashboardFeed } from './realtime/dashboard-feed.ts';
import { createKioskConnections } from './realtime/kiosk-connections.ts';
import { createKioskHandshake } from './realtime/kiosk-handshake.ts';
import { createKioskMessageHandlers } from './realtime/kiosk-messages.ts';
import { serveKiosks } from './realtime/kiosk-namespace.ts';
import type { Rooms } from './realtime/rooms.ts';
import type { KioskTransport } from './realtime/transport.ts';
import { createKioskTruth } from './signs/kiosk-truth.ts';
import type { KioskLimits } from './signs/sign-config.ts';
import { createSignsService } from './signs/signs-service.ts';
import { describeSign } from './signs/sign-view.ts';
import type { Logger } from './telemetry/logger.ts';

/** A node without HTTP: what signs and claims need, and the kiosks' channel. `app.ts` puts REST, background work and a drain around it. */
export interface NodeDeps {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  /** What reaches the other nodes. */
  rooms: Rooms;
  settings: ClaimSettings;
  kioskLimits: KioskLimits;
  offlineAfterMs: number;
  observe: {
    claim(outcome: string, durationMs: number): void;
    heartbeat(): void;
    connections(count: number): void;
    refused(code: ErrorCode): void;
  };
}

/** Composes a node. It takes kiosks once `serve` was called. */
export function composeNode(deps: NodeDeps) {
  const { db, clock, random, log, rooms, settings, kioskLimits, offlineAfterMs, observe } = deps;
  const presence = createPresence({ clock, offlineAfterMs });
  const feed = createDashboardFeed(rooms);
  const connections = createKioskConnections({ clock });
  const truth = createKioskTruth({ db, gateway: connections, kioskLimits, log });
  const waiters = createClaimWaiters({ clock });
  const shared = { db, clock, random, gateway: connections, truth, feed, describeSign };
  const claims = createClaimsService({ ...shared, log, waiters, settings, observe: observe.claim });
  const signs = createSignsService({ ...shared, presence });
  const commands = createCommands({ db, clock, random, log, gateway: connections, feed });
  const { heartbeatIntervalMs } = kioskLimits;

  return {
    claims,
    signs,
    commands,
    connections,
    presence,
    truth,
    waiters,
    rooms,
    feed,
    serve(transport: KioskTransport) {
      return serveKiosks({
        transport,
        connections,
        clock,
        log,
        authorize: createKioskHandshake({ db, clock, connections, heartbeatIntervalMs, log }),
        handlers: createKioskMessageHandlers({
          db,
          clock,
          claims,
          commands,
          presence,
          truth,
          log,
          heartbeatIntervalMs,
          observeHeartbeat: observe.heartbeat,
        }),
        observe,
        closed: ({ signId }) => presence.letGo(signId),
      });
    },
  };
}
