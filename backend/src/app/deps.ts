import type { FastifyBaseLogger } from 'fastify';
import type { Server } from 'node:http';
import type { Pool } from 'pg';
import type { Carrier } from '../cluster/node-messaging.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseFigures } from '../db/database-figures-type.ts';
import type { ResourceLack } from '../db/database-errors.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { Ping } from '../db/ping.ts';
import type { SendMail } from '../mail/message.ts';
import type { LookUpAll } from '../dns/host-lookup.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { NodeDeps } from '../node/deps.ts';
import type { PushEndpoints } from '../notifications/delivery/guard-push-endpoints.ts';
import type { SendPush } from '../notifications/delivery/push-sender.ts';
import type { RecurrenceThinker } from '../recurrence/recurrence-questions.ts';
import type { DashboardTransport } from '../sockets/dashboard-transport-types.ts';
import type { SocketIoTransportDeps } from '../sockets/socket-io-kiosks.ts';
import type { KioskTransport } from '../sockets/kiosk-transport-types.ts';

/** All that the service needs of the world. `main.ts` hands in the real ones, tests and the simulator their own. */
export interface AppDeps extends ServiceDeps {
  config: Config;
  log: FastifyBaseLogger;
  metrics: Metrics;
  version: string;
  /** The key that signs sessions. */
  authSecret: string;
  /** How browsers reach the service; asked when it is first needed, because a free port is known only after listening. */
  publicUrl(): string;
  /** Key and certificate (PEM) where the service serves https by itself. */
  tls?: { key: string; cert: string };
  /** Where mails are written that no server takes. */
  outboxFolder: string;
  /** The seam below the namespaces; where there is no network, there may be no dashboards. */
  makeKioskTransport(server: Server, more: Omit<SocketIoTransportDeps, 'clock' | 'afterTurn'>): AppTransport;
  /** The jobs' own connections (`JOB_CONNECTIONS`). Where it is absent jobs are done when `runDueJobs` is called. */
  jobPool?: Pool;
  /** The folder of the dashboard's built pages, once it is there; null: they could not be built. Where it is absent there are no pages. */
  pages?: Promise<string | null>;
  /** Takes every mail, in place of the mail server of the configuration or the outbox. */
  sendMail?: SendMail;
  /** Takes every push, in place of the services at the endpoints. */
  sendPush?: SendPush;
  /** Resolves the hosts that `sign:frame_check` connects to, instead of the machine's resolver. */
  lookUpPages?: LookUpAll;
  /** Says which endpoints may be subscribed, in place of what asks the machine's resolver. Whoever hands them in closes them. */
  pushEndpoints?: PushEndpoints;
  /** Measures the machine; where it is absent nothing is recorded for the system page. */
  machine?: Machine;
  /** How much there is to do; nothing is known of it where it is absent (promise R4). */
  load?: { eventLoopDelayMs(): number; databaseWaiting(): number };
  /** Computes what the rules of schedules give; where it is absent they are computed inline, under the same budget. */
  thinker?: RecurrenceThinker;
  /** What carries messages to the other nodes; none where this is the only one. */
  carrier?: Carrier;
  /** For tests. */
  kioskStorm?: NonNullable<NodeDeps['kioskStorm']>;
  /** Asks the server that the carrier goes through. */
  pingCache?: (deadlineMs: number) => Promise<Ping>;
  /** Resolves with the resource that the database is short of, so that writes fail: disk, memory or connections. Null: none. */
  databaseLack?: () => Promise<ResourceLack | null>;
}

/** What the system page shows of the machine that a node runs on. */
export interface Machine {
  hostname: string;
  rssBytes(): number;
  /** The node's clock less the database's; null: not compared yet. */
  clockOffsetMs(): number | null;
  /** Of the database, whichever machine it is on. Rejects where it does not answer, or refuses. */
  databaseFigures(): Promise<DatabaseFigures>;
  /** Free space for the database; null where it is on another machine. */
  freeBytes(): Promise<number | null>;
  /** When the certificate ends that the service serves https with; null where it serves none. */
  certificateEndsAtMs(): number | null;
}

/** How far the service is: requests are answered while it is `serving`. */
export interface Phase {
  is: 'starting' | 'serving' | 'draining';
}

export type AppTransport = KioskTransport & { dashboards?: DashboardTransport };
