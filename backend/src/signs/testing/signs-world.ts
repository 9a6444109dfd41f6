import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { startTestService, type Person, type Reply, type TestService } from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Carrier } from '../../cluster/node-messaging.ts';
import type { SendMail } from '../../mail/message.ts';
import type { MemoryKiosk } from '../../testing/memory-kiosks.ts';
import { makeHandshake, makeRegister, type Handshake } from '../../testing/virtual-device.ts';

/** The whole service with an organization, its people by role, somebody of another organization, and kiosks in the test's hand. */

export interface SignsWorld {
  service: TestService;
  people: Record<'viewer' | 'operator' | 'admin' | 'stranger', Person>;
  organizationId: string;
  eventId: string;
  /** A second event of the organization. */
  otherEventId: string;
  /** The stranger's, who owns it. */
  foreign: { organizationId: string; eventId: string };
  /** A pre-created record, made through REST. */
  makeRecord(more?: { name?: string; location?: string; url?: string | null; eventId?: string }): Promise<Sign>;
  patch(person: Person, id: string, body: object, ifMatch?: string): Promise<Reply>;
  /** Rows without a device, written at once; their identifiers, in the order of the list. */
  insertRecords(count: number, more?: { name?: string; location?: string }): Promise<string[]>;
}

const idOf = ({ status, body }: Reply): string => {
  if (status !== 201) throw new Error(`not made: ${status} ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
};

/** `carrier`: to the other nodes that a test starts on its database. */
export async function startSignsWorld(
  env: Record<string, string> = {},
  carrier?: Carrier,
  outside?: { sendMail: SendMail },
): Promise<SignsWorld> {
  const limits = { RATE_LIMIT_PER_MINUTE: '100000', ...env };
  const service = await startTestService({ env: limits, ...(carrier && { carrier }), ...(outside && { outside }) });
  service.app.start();
  const [viewer, operator, admin, stranger] = await Promise.all(
    ['viewer', 'operator', 'admin', 'stranger'].map((name) => service.makePerson(name)),
  );
  const people = { viewer: viewer!, operator: operator!, admin: admin!, stranger: stranger! };

  async function makeOrganization(owner: Person): Promise<{ organizationId: string; eventId: string }> {
    const organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
    return { organizationId, eventId: await makeEvent(owner, organizationId) };
  }
  const makeEvent = async (owner: Person, organizationId: string) =>
    idOf(await owner.call('POST', `/api/organizations/${organizationId}/events`, { name: 'Ball', timeZone: 'UTC' }));

  const { organizationId, eventId } = await makeOrganization(people.admin);
  for (const role of ['viewer', 'operator', 'admin'] as const)
    await service.setRole(organizationId, people[role].id, role);

  return {
    service,
    people,
    organizationId,
    eventId,
    otherEventId: await makeEvent(people.admin, organizationId),
    foreign: await makeOrganization(people.stranger),
    async makeRecord(more = {}) {
      const body = { organizationId, eventId, name: 'Lobby', location: 'Hall 1', url: 'https://example.com/', ...more };
      const reply = await people.operator.call('POST', '/api/signs', body);
      idOf(reply);
      return reply.body as Sign;
    },
    patch: (person, id, body, ifMatch) =>
      service.call('PATCH', `/api/signs/${id}`, body, {
        authorization: `Bearer ${person.token}`,
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      }),
    async insertRecords(count, more = {}) {
      const at = new Date();
      const place = { organizationId, eventId, name: 'Lobby', location: 'Hall 1' };
      const rows = Array.from({ length: count }, () => ({
        id: makeUuidV7(systemClock, systemRandom),
        ...place,
        ...more,
        createdAt: at,
        updatedAt: at,
      }));
      await service.database.db.insertInto('sign').values(rows).execute();
      return rows.map(({ id }) => id).toSorted();
    },
  };
}

/** A kiosk that is connected and registered, and has been told whose it is. */
export interface TestKiosk extends MemoryKiosk {
  handshake: Handshake;
  signId: string;
  shortCode: string;
}

/** A new kiosk, or with `handshake` one that was here before; `state` is what it registers with. */
export async function connectKiosk(
  { service }: SignsWorld,
  handshake = makeHandshake(systemRandom),
  state: KioskMessage<'sign:register'>['state'] = 'unclaimed',
): Promise<TestKiosk> {
  const connected = await service.kiosks.connect(handshake);
  if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
  const { kiosk } = connected;
  const register = { ...makeRegister(handshake), state };
  await kiosk.request('sign:register', register);
  await kiosk.next('sign:config');
  return Object.assign(kiosk, { handshake, signId: register.signId, shortCode: register.shortCode });
}

export const beat = (
  kiosk: TestKiosk,
  { contentState = 'showing', mode = 'foreground' }: Partial<Pick<KioskMessage<'heartbeat'>, 'contentState' | 'mode'>>,
): void => {
  const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
  kiosk.send('heartbeat', { seq: 1, status: 'showing', mode, metrics, contentState });
};

/** Answers the next `sign:apply_link` of the kiosk, and resolves with the backend's acknowledgement. */
export async function answerLink(kiosk: TestKiosk, result: 'success' | 'failure' = 'success'): Promise<unknown> {
  const { requestId, claimToken } = await kiosk.next('sign:apply_link');
  const failure = { reason: 'url_unreachable', detail: 'ECONNREFUSED' };
  const ack = { requestId, claimToken, result, loadMs: 5, replayed: false, ...(result === 'failure' && failure) };
  return await kiosk.request('sign:link_ack', ack);
}

/** Links the kiosk to a record, and confirms it as a kiosk does; the record as it is then. */
export async function linkKiosk({ people }: SignsWorld, kiosk: TestKiosk, recordId: string): Promise<Sign> {
  const { signId, shortCode } = kiosk;
  const linking = people.operator.call('POST', `/api/signs/${recordId}/link`, { signId, shortCode });
  await answerLink(kiosk);
  const { status, body } = await linking;
  if (status !== 201) throw new Error(`not linked: ${status} ${JSON.stringify(body)}`);
  const { signRecordId, requestId } = await kiosk.next('sign:claimed');
  await kiosk.next('sign:config');
  await kiosk.request('sign:claim_confirmed', { signRecordId, requestId });
  return (body as { sign: Sign }).sign;
}
