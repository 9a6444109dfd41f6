import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { Role } from '@sign-display/contracts/roles';
import { createClaimWaiters } from '../claims/claim-waiters.ts';
import { createClaimsService, type ClaimSettings } from '../claims/claims-service.ts';
import type { Database } from '../db/schema.ts';
import { createPresence } from '../presence/presence.ts';
import { createKioskConnections } from '../realtime/kiosk-connections.ts';
import { createKioskHandshake } from '../realtime/kiosk-handshake.ts';
import { createKioskMessageHandlers } from '../realtime/kiosk-messages.ts';
import { serveKiosks } from '../realtime/kiosk-namespace.ts';
import type { KioskTransport } from '../realtime/transport.ts';
import { createKioskTruth } from '../signs/kiosk-truth.ts';
import { createSignsService } from '../signs/signs-service.ts';
import { signView, type SignRow } from '../signs/sign-view.ts';
import { createMemoryTransport, type MemoryTransport } from './memory-transport.ts';

/** All of a node that claims and kiosks need, composed as app.ts does, without HTTP. */

export const CLAIM_SETTINGS: ClaimSettings = {
  pendingTtlMs: 60_000,
  loadTimeoutMs: 15_000,
  ackTimeoutMs: 20_000,
  shortCodeFailures: 5,
  shortCodeWindowMs: 900_000,
  handshakeEnabled: true,
};
export const HEARTBEAT_INTERVAL_MS = 5_000;
const OFFLINE_AFTER_MS = 15_000;

export interface NodeDeps<Transport extends KioskTransport> {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  transport: Transport;
  settings?: Partial<ClaimSettings>;
}

export function composeNode<Transport extends KioskTransport>(deps: NodeDeps<Transport>) {
  const { db, clock, random, transport } = deps;
  const log = pino({ level: 'silent' });
  const observed: string[] = [];
  const refused: string[] = [];
  const presence = createPresence({ clock });
  const connections = createKioskConnections({ clock });
  const describeSign = (row: SignRow) =>
    signView(row, row.deviceSignId === null ? null : presence.of(row.deviceSignId), clock.now(), OFFLINE_AFTER_MS);
  const kioskLimits = {
    heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
    loadTimeoutMs: CLAIM_SETTINGS.loadTimeoutMs,
    reachabilityIntervalMs: 30_000,
  };
  const truth = createKioskTruth({ db, gateway: connections, kioskLimits, log });
  const waiters = createClaimWaiters({ clock });
  const claims = createClaimsService({
    db,
    clock,
    random,
    log,
    gateway: connections,
    waiters,
    truth,
    describeSign,
    settings: { ...CLAIM_SETTINGS, ...deps.settings },
    observe: (outcome) => void observed.push(outcome),
  });
  const signs = createSignsService({ db, clock, random, gateway: connections, truth, presence, describeSign });
  serveKiosks({
    transport,
    connections,
    clock,
    log,
    authorize: createKioskHandshake({ db, clock, connections, heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS, log }),
    handlers: createKioskMessageHandlers({
      db,
      clock,
      claims,
      presence,
      truth,
      log,
      heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
      observeHeartbeat: () => {},
    }),
    observe: { connections: () => {}, refused: (code) => void refused.push(code) },
    closed: ({ signId }) => presence.forget(signId),
  });
  return { claims, signs, connections, presence, truth, waiters, transport, observed, refused };
}

export type TestNode = ReturnType<typeof composeNode<MemoryTransport>>;

/** A node whose kiosks connect without a network. */
export const composeMemoryNode = (deps: Omit<NodeDeps<MemoryTransport>, 'transport'>): TestNode =>
  composeNode({ ...deps, transport: createMemoryTransport() });

export interface TestOrganization {
  id: string;
  eventId: string;
}

/** An organization with one event, and its people by their roles. */
export async function insertOrganization(
  db: Kysely<Database>,
  deps: { clock: Clock; random: Random },
  people: Record<string, Role>,
  options: { linkHandshakeEnabled?: boolean | null; allowedUrlHosts?: string[] } = {},
): Promise<TestOrganization> {
  const at = new Date(deps.clock.now());
  const times = { createdAt: at, updatedAt: at };
  const id = makeUuidV7(deps.clock, deps.random);
  const eventId = makeUuidV7(deps.clock, deps.random);
  const { linkHandshakeEnabled = null, allowedUrlHosts = [] } = options;
  await db
    .insertInto('organization')
    .values({ id, name: 'Organization', linkHandshakeEnabled, allowedUrlHosts, ...times })
    .execute();
  await db
    .insertInto('event')
    .values({ id: eventId, organizationId: id, name: 'Event', timeZone: 'Europe/Vienna', ...times })
    .execute();
  for (const [userId, role] of Object.entries(people)) {
    await db
      .insertInto('user')
      .values({ id: userId, name: userId, email: `${userId}@example.com`, emailVerified: true, ...times })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db.insertInto('member').values({ organizationId: id, userId, role, createdAt: at }).execute();
  }
  return { id, eventId };
}

/** A pre-created record without a device (Flow B). */
export async function insertRecord(
  db: Kysely<Database>,
  deps: { clock: Clock; random: Random },
  { id: organizationId, eventId }: TestOrganization,
  url: string | null = null,
): Promise<string> {
  const at = new Date(deps.clock.now());
  const id = makeUuidV7(deps.clock, deps.random);
  const contentId = url === null ? null : makeUuidV4(deps.random);
  const place = { organizationId, eventId, name: 'Prepared', location: 'Hall 1', url, contentId };
  await db
    .insertInto('sign')
    .values({ id, ...place, createdAt: at, updatedAt: at })
    .execute();
  return id;
}

/** Removes all that claims leave, and the devices; people, organizations and events stay. */
export async function clearClaims(db: Kysely<Database>): Promise<void> {
  for (const table of ['claim', 'sign', 'history', 'device', 'shortCodeFailure'] as const)
    await db.deleteFrom(table).execute();
}
