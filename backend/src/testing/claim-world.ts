import { pino } from 'pino';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { Role } from '@sign-display/contracts/roles';
import type { Quotas } from '../access/check-quotas.ts';
import type { Author } from '../http/change-author-types.ts';
import type { ClaimSettings } from '../claims/claims-service.ts';
import type { Db } from '../db/database-types.ts';
import { createInlineThinker } from '../recurrence/recurrence-questions.ts';
import type { CheckFrame } from '../frames/frame-check.ts';
import { composeNode } from '../node.ts';
import { KIOSK_STORM } from '../node/deps.ts';
import { createRooms, type Rooms } from '../cluster/node-messaging.ts';
import type { KioskTransport } from '../sockets/kiosk-transport-types.ts';
import { createTestBoundary } from './test-error-boundary.ts';
import { createMemoryTransport, type MemoryTransport } from './memory-kiosks.ts';

/** A node without HTTP, with kiosks and operators in a test's hand. */

export const CLAIM_SETTINGS: ClaimSettings = {
  pendingTtlMs: 60_000,
  loadTimeoutMs: 15_000,
  ackTimeoutMs: 20_000,
  shortCodeFailures: 5,
  shortCodeWindowMs: 900_000,
  handshakeEnabled: true,
  privatePages: 'ask',
};
export const HEARTBEAT_INTERVAL_MS = 5_000;
const OFFLINE_AFTER_MS = 15_000;

export interface NodeDeps<Transport extends KioskTransport> {
  db: Db;
  clock: Clock;
  random: Random;
  transport: Transport;
  settings?: Partial<ClaimSettings>;
  rooms?: Rooms;
  newKiosksPerAddress?: number;
  warmUpMs?: number;
  deviceBytesPerDay?: number;
  quotas?: Quotas;
  kioskStorm?: Parameters<typeof composeNode>[0]['kioskStorm'];
  checkFrame?: CheckFrame;
}

/** Most tests check no page. */
const noNetwork: CheckFrame = () => Promise.reject(new Error('this test has no network'));

export function composeTestNode<Transport extends KioskTransport>(deps: NodeDeps<Transport>) {
  const { db, clock, random, transport } = deps;
  const observed: string[] = [];
  const refused: string[] = [];
  const node = composeNode({
    db,
    clock,
    random,
    log: pino({ level: 'silent' }),
    boundary: createTestBoundary(),
    rooms: deps.rooms ?? createRooms(),
    thinker: createInlineThinker(),
    // Most tests' clocks stand while kiosks come, so nothing is paced unless they ask for it.
    kioskStorm: deps.kioskStorm ?? { ...KIOSK_STORM, paceMs: 0 },
    settings: { ...CLAIM_SETTINGS, ...deps.settings },
    kioskLimits: {
      heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
      loadTimeoutMs: CLAIM_SETTINGS.loadTimeoutMs,
      reachabilityIntervalMs: 30_000,
    },
    claimUrl: () => null,
    checkFrame: deps.checkFrame ?? noNetwork,
    offlineAfterMs: OFFLINE_AFTER_MS,
    warmUpMs: deps.warmUpMs ?? 0,
    newKiosksPerAddress: deps.newKiosksPerAddress ?? 1_000_000,
    retention: { contentFetch: 90, analyticsEntry: 30, signMetric: 14, screenshot: 7 },
    ...(deps.quotas && { quotas: deps.quotas }),
    deviceBytesPerDay: deps.deviceBytesPerDay ?? LIMITS.deviceBytesPerDay,
    observe: {
      claim: (outcome) => void observed.push(outcome),
      warmUp: () => {},
      command: () => {},
      heartbeat: () => {},
      connections: () => {},
      refused: (code) => void refused.push(code),
      analytics: () => {},
    },
  });
  node.serve(transport);
  return { ...node, transport, observed, refused };
}

export type TestNode = ReturnType<typeof composeTestNode<MemoryTransport>>;

/** A node whose kiosks connect without a network. */
export const composeMemoryNode = (deps: Omit<NodeDeps<MemoryTransport>, 'transport'>): TestNode =>
  composeTestNode({ ...deps, transport: createMemoryTransport() });

export interface TestOrganization {
  id: string;
  eventId: string;
}

/** An organization with one event, and its people by their roles. */
export async function insertOrganization(
  db: Db,
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
  db: Db,
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
export async function clearClaims(db: Db): Promise<void> {
  for (const table of ['claim', 'clone', 'sign', 'history', 'device', 'shortCodeFailure'] as const)
    await db.deleteFrom(table).execute();
}

/** A person who asks for a change, as a route's request has them. */
export const authorNamed = (name: string): Author => ({
  person: { id: name, name, email: `${name}@example.com` },
  requestId: null,
  ip: null,
});
