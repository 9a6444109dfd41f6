import { insertEmptyBulk } from '../../commands/testing/insert-bulk.ts';
import { makeSecret, makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Role } from '@sign-display/contracts/roles';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { insertOrganization } from '../organizations-repository.ts';
import { hashOfToken, saveInvitation } from '../invitations-repository.ts';
import { insertOutage } from '../../outages/testing/insert-outage.ts';
import { insertSession } from '../../notifications/testing/insert-session.ts';
import { insertFailedDelivery } from '../../notifications/testing/insert-failed-delivery.ts';
import { openSession as openSessionOf, startTestService, type Reply, type TestService } from './test-service.ts';

/** The whole service with two organizations and somebody of every role, for the table of routes and roles. */

/** Who asks. `stranger` is signed in and a member of nothing; `outsider` owns the other organization. */
export const WHO = ['nobody', 'stranger', 'outsider', 'viewer', 'operator', 'admin', 'owner'] as const;
export type Who = (typeof WHO)[number];

/** An organization with what requests are about; each call makes a new one, because some requests use it up. */
export interface Place {
  organizationId: string;
  ownerId: string;
  event(): Promise<string>;
  sign(): Promise<{ id: string; eventId: string; version: number }>;
  /** A sign, and a machine that came under its device's identity while another one lived. */
  clone(): Promise<{ id: string; cloneId: string }>;
  /** An open outage of a sign. */
  outage(): Promise<string>;
  /** A bulk request that can be undone. */
  bulk(): Promise<string>;
  member(): Promise<string>;
  /** A session of a member. */
  memberSession(): Promise<{ userId: string; sessionId: string }>;
  /** The token of an invitation. */
  invitation(): Promise<string>;
  /** A message that did not reach the owner. */
  failedDelivery(): Promise<string>;
  /** No check of the audit log runs any more. */
  endAuditCheck(): Promise<void>;
}

export interface RoleTableWorld {
  service: TestService;
  own: Place;
  /** The token of a new session of this person's, signed; null for nobody. */
  openSession(who: Who, session?: { mfa?: boolean }): Promise<string | null>;
  /** Asks as this person, in a session of its own, so that a route that ends sessions ends no other's. */
  ask(who: Who, request: Asked): Promise<Reply>;
  /** Removes an organization and everybody's role in it. */
  dissolve(organizationId: string): Promise<void>;
}

export interface Asked {
  method: string;
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether the session was opened with a second factor; default: without. */
  mfa?: boolean;
}

const made = { clock: systemClock, random: systemRandom };

/** What a claim names: a device that has never been here. */
export function unknownDevice(): { signId: string; shortCode: string } {
  const signId = makeUuidV4(systemRandom);
  return { signId, shortCode: deriveShortCode(signId) };
}

function makePlace({ database: { db } }: TestService, organizationId: string, ownerId: string): Place {
  const id = () => makeUuidV7(systemClock, systemRandom);
  const now = () => new Date(systemClock.now());
  const stamps = () => ({ createdAt: now(), updatedAt: now() });
  const user = async () => {
    const userId = id();
    const row = { id: userId, name: 'Somebody', email: `${userId}@example.org`, emailVerified: true, image: null };
    await db
      .insertInto('user')
      .values({ ...row, ...stamps() })
      .execute();
    return userId;
  };
  const place: Place = {
    organizationId,
    ownerId,
    async event() {
      const eventId = id();
      const row = { id: eventId, organizationId, name: 'Ball', timeZone: 'UTC' };
      await db
        .insertInto('event')
        .values({ ...row, ...stamps() })
        .execute();
      return eventId;
    },
    async sign() {
      const row = { id: id(), organizationId, eventId: await place.event(), name: 'Lobby', location: 'Hall 1' };
      return await db
        .insertInto('sign')
        .values({ ...row, ...stamps() })
        .returning(['id', 'eventId', 'version'])
        .executeTakeFirstOrThrow();
    },
    async clone() {
      const [{ id: signRecordId }, cloneId] = [await place.sign(), id()];
      const { signId, shortCode } = unknownDevice();
      const machine = { bootId: signId, macAddress: '00:1a:2b:3c:4d:5e', appVersion: '1.0.0' };
      const device = { signId, shortCode, secretHash: '', ...machine, firstSeenAt: now() };
      await db.insertInto('device').values(device).execute();
      const claimed = { deviceSignId: signId, shortCode, macAddress: machine.macAddress };
      await db.updateTable('sign').set(claimed).where('id', '=', signRecordId).execute();
      const told = JSON.stringify({ ...machine, address: '192.0.2.1', connectedAt: now().toISOString() });
      const row = { id: cloneId, deviceSignId: signId, signRecordId, claimRequestId: null };
      const times = { openedAt: now(), lastSeenAt: now(), attempts: 1 };
      await db
        .insertInto('clone')
        .values({ ...row, first: told, newcomer: told, ...times })
        .execute();
      return { id: signRecordId, cloneId };
    },
    async outage() {
      const { id: signRecordId, eventId } = await place.sign();
      return await insertOutage(db, { organizationId, eventId, signRecordId });
    },
    bulk: () => insertEmptyBulk(db, organizationId),
    async endAuditCheck() {
      await db.deleteFrom('auditCheck').where('organizationId', '=', organizationId).execute();
    },
    async member() {
      const userId = await user();
      await db.insertInto('member').values({ organizationId, userId, role: 'viewer', createdAt: now() }).execute();
      return userId;
    },
    async memberSession() {
      const userId = await place.member();
      return { userId, sessionId: await insertSession({ db, ...made }, userId) };
    },
    async invitation() {
      const token = makeSecret(systemRandom);
      const row = { id: id(), organizationId, email: `${token}@example.org`, role: 'viewer' as const };
      const expiresAt = new Date(systemClock.now() + 60_000);
      await saveInvitation(db, {
        ...row,
        tokenHash: hashOfToken(token),
        createdAt: now(),
        expiresAt,
        invitedBy: null,
        mailState: null,
        mailReason: null,
        mailAttempts: 0,
        mailNextAttemptAt: null,
      });
      return token;
    },
    failedDelivery: async () =>
      await insertFailedDelivery(db, { organizationId, eventId: await place.event(), userId: ownerId }),
  };
  return place;
}

export async function startRoleTableWorld(): Promise<RoleTableWorld> {
  const raised = { RATE_LIMIT_PER_MINUTE: '100000', SIGN_IN_LIMIT_PER_MINUTE: '100000', SHORT_CODE_FAILURES: '100000' };
  const service = await startTestService({ env: { ...raised, ORGANIZATION_CREATION: 'admins' } });
  const { db } = service.database;
  const people = new Map<Who, string>();
  for (const who of WHO) if (who !== 'nobody') people.set(who, (await service.makePerson(who)).id);

  async function openSession(who: Who, session: { mfa?: boolean } = {}): Promise<string | null> {
    const userId = people.get(who);
    if (userId === undefined) return null;
    return await openSessionOf(db, systemClock, userId, session);
  }

  async function ask(who: Who, { method, url, body, headers, mfa = false }: Asked): Promise<Reply> {
    const token = await openSession(who, { mfa });
    const credential = token === null ? {} : { authorization: `Bearer ${token}` };
    return await service.call(method as 'GET', url, body, { ...credential, ...headers });
  }

  async function makeOrganization(owner: Who): Promise<Place> {
    const ownerId = people.get(owner)!;
    const { id } = await db.transaction().execute((trx) => insertOrganization(trx, made, { name: 'Opera', ownerId }));
    return makePlace(service, id, ownerId);
  }
  const own = await makeOrganization('owner');
  for (const role of ['viewer', 'operator', 'admin'] satisfies Role[])
    await service.setRole(own.organizationId, people.get(role)!, role);
  await makeOrganization('outsider');
  const dissolve = async (organizationId: string) => {
    await db.deleteFrom('member').where('organizationId', '=', organizationId).execute();
  };
  return { service, own, openSession, ask, dissolve };
}
