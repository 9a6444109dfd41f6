import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { Random } from '@sign-display/contracts/clock-and-random';
import {
  changeVersion,
  patchOrganization,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../access/testing/test-service.ts';
import { jpegHead } from './make-jpeg-head.ts';
import { createMemoryCarriers } from './memory-carrier.ts';
import type { MemoryKiosk } from './memory-kiosks.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';
import { createSeededRandom } from './seeded-random.ts';
import { makeHandshake, makeRegister, type Handshake } from './virtual-device.ts';

/**
 * Everything that changes rows, at random and at once, through two nodes on one database: no two transactions wait for each other (the order of
 * locks stands in docs/locks.md), and nobody is told of the inside. The order of statements is Postgres' own, so a seed repeats what
 * was asked, not what happened.
 */

const SEED = process.env['EVERYTHING_SEED'] ?? String(Math.trunc(performance.timeOrigin));
const LASTS_MS = Number(process.env['EVERYTHING_MS'] ?? 8_000);
const [KIOSKS, RECORDS, WORKERS] = [10, 12, 12];
const random: Random = createSeededRandom(SEED);
const JPEG = jpegHead({ width: 1, height: 1 }, Buffer.alloc(20_000));

let database: TestDatabase;
let nodes: TestService[];
let person: Person;
/** One with the handshake and one without, each with two events that stay and some that come and go. */
let places: { organizationId: string; stays: string[]; passes: string[] }[];
let deadlocksBefore = 0;

const pick = <Item>(items: readonly Item[]): Item => items[Math.trunc(random.float() * items.length)]!;
const chance = (probability: number): boolean => random.float() < probability;
const idOf = ({ body }: Reply): string => (body as { id: string }).id;
const page = (): string => `https://example.com/${Math.trunc(random.float() * 5)}`;

async function countDeadlocks(): Promise<number> {
  const query = database.db.selectFrom('pg_stat_database' as never).select('deadlocks' as never);
  const rows = (await query.where('datname' as never, '=', database.poolConfig.database as never).execute()) as {
    deadlocks: string;
  }[];
  return Number(rows[0]!.deadlocks);
}

beforeAll(async () => {
  database = await createTestDatabase();
  const carriers = createMemoryCarriers(2);
  const env = { RATE_LIMIT_PER_MINUTE: '1000000', ACK_TIMEOUT_MS: '2000', LOAD_TIMEOUT_MS: '1000' };
  nodes = [];
  for (const carrier of carriers.of) nodes.push(await startTestService({ database, env, carrier }));
  person = await nodes[0]!.makePerson('operator');
  places = [];
  for (const linkHandshakeEnabled of [null, false]) {
    const organizationId = idOf(await person.call('POST', '/api/organizations', { name: 'Opera' }));
    await patchOrganization(person, organizationId, { linkHandshakeEnabled });
    const path = `/api/organizations/${organizationId}/events`;
    const stays: string[] = [];
    for (const name of ['Ball', 'Fair']) stays.push(idOf(await person.call('POST', path, { name, timeZone: 'UTC' })));
    places.push({ organizationId, stays, passes: [] });
  }
  await nodesAreProved();
  deadlocksBefore = await countDeadlocks();
}, 120_000);
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

const failures: string[] = [];
const done = new Map<string, number>();

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  more = {},
): Promise<Reply> {
  const headers = { authorization: `Bearer ${person.token}`, ...more };
  const reply = await pick(nodes).call(method, url, body, headers);
  // A kiosk that does not answer, or loads no page, is 504 and 502.
  if ([500, 503].includes(reply.status))
    failures.push(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

interface Kiosk {
  handshake: Handshake;
  present: MemoryKiosk | null;
}

/** Answers a message as a kiosk does, now and then with an error, or not at all. */
function answer(kiosk: MemoryKiosk, event: string, payload: unknown): void {
  if (chance(0.1)) return;
  if (event === 'sign:apply_link') {
    const { requestId, claimToken } = payload as BackendMessage<'sign:apply_link'>;
    const result = chance(0.9) ? { result: 'success' } : { result: 'failure', reason: 'url_unreachable' };
    kiosk.send('sign:link_ack', { requestId, claimToken, ...result, loadMs: 1, replayed: false });
  }
  if (event === 'sign:claimed') {
    const { signRecordId, requestId } = payload as BackendMessage<'sign:claimed'>;
    kiosk.send('sign:claim_confirmed', { signRecordId, requestId });
  }
  const commandId = (payload as { commandId?: string }).commandId;
  if (commandId === undefined || event === 'sign:settings_update') return;
  const line = { at: new Date().toISOString(), level: 'info', message: `line ${Math.trunc(random.float() * 9)}` };
  if (event === 'sign:fetch_logs') kiosk.send('sign:logs', { commandId, lines: [line], truncated: false });
  const image = { capturedAt: new Date().toISOString(), mimeType: 'image/jpeg', width: 1, height: 1, image: JPEG };
  if (chance(0.1)) kiosk.send('sign:command_error', { commandId, code: 'failed', detail: 'It failed.' });
  else kiosk.send('sign:command_ack', { commandId, ...(event === 'sign:screenshot' && { result: image }) });
}

async function connect(kiosk: Kiosk): Promise<void> {
  kiosk.present?.cut();
  const connected = await pick(nodes).kiosks.connect(kiosk.handshake);
  if ('refusal' in connected) return;
  const { kiosk: present } = connected;
  kiosk.present = present;
  present.onMessage((event, payload) => {
    if (event === 'kiosk:error' && ['internal', 'unavailable'].includes((payload as { code: string }).code))
      failures.push(`kiosk: ${JSON.stringify(payload)}`);
    setImmediate(() => answer(present, event, payload));
  });
  await present.request('sign:register', makeRegister(kiosk.handshake));
}

/**
 * Resolves when each node starts claims of the others' kiosks. One that joins answers `unavailable` until it has seen them renew their leases (promise N2), which says
 * nothing of locks.
 */
async function nodesAreProved(): Promise<void> {
  for (const [index, node] of nodes.entries()) {
    const handshake = makeHandshake(random);
    const connected = await node.kiosks.connect(handshake);
    if ('refusal' in connected) throw new Error(`node ${index} refuses a kiosk: ${JSON.stringify(connected.refusal)}`);
    const registration = makeRegister(handshake);
    await connected.kiosk.request('sign:register', registration);
    const { signId, shortCode } = registration;
    const headers = { authorization: `Bearer ${person.token}` };
    const starts = async (at: TestService) => {
      const { status, body } = await at.call('POST', '/api/signs/claim/start', { signId, shortCode }, headers);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    };
    for (const at of nodes) await vi.waitFor(() => starts(at), { timeout: 30_000, interval: 200 });
    connected.kiosk.cut();
  }
}

function speak({ present }: Kiosk): void {
  if (!present?.isOpen) return;
  const at = new Date().toISOString();
  const state = pick(['checking', 'none', 'downloading', 'failed']);
  const url = page();
  const says: [string, unknown][] = [
    ['sign:update_status', { state, percent: Math.trunc(random.float() * 100) }],
    [
      'sign:config_sync',
      {
        baseVersion: Math.trunc(random.float() * 9) + 1,
        patch: { screenshotEverySeconds: 10 + Math.trunc(random.float() * 50) },
      },
    ],
    ['sign:content_displayed', { url, contentId: null, loadMs: 1, httpStatus: 200, at }],
    ['sign:analytics', { batchId: makeUuidV4(random), entries: [{ kind: 'content_fetch', at, url, ok: true }] }],
  ];
  const [event, payload] = pick(says);
  present.send(event, payload);
}

/** Somebody gives its identity up at the machine, which is another sign from then on. */
function release(kiosk: Kiosk): void {
  if (!kiosk.present?.isOpen) return;
  kiosk.present.send('sign:released', {});
  kiosk.handshake = makeHandshake(random);
}

const listSigns = async () =>
  (await database.db.selectFrom('sign').select(['id', 'version', 'deviceSignId']).execute()).map((row) => ({ ...row }));

const schedule = () => ({
  url: page(),
  startsAt: new Date(Date.parse('2026-01-01T00:00:00Z') + Math.trunc(random.float() * 86_400_000)).toISOString(),
  endsAt: '2026-01-02T12:00:00Z',
  recurrence: chance(0.5) ? 'FREQ=DAILY' : null,
  timeZone: 'Europe/Vienna',
  priority: 1,
  enabled: true,
});
const schedules = () => ({ schedules: Array.from({ length: Math.trunc(random.float() * 4) }, schedule) });

/** What may happen, each with how often. */
function actions(kiosks: readonly Kiosk[]): [string, number, () => Promise<unknown>][] {
  /** Mostly one of those that a request of this kind can succeed for. */
  const sign = async (wanted?: 'linked' | 'unlinked') => {
    const signs = await listSigns();
    const fit = signs.filter(({ deviceSignId }) => (deviceSignId === null) === (wanted === 'unlinked'));
    return pick(wanted && chance(0.8) ? fit : signs)?.id ?? makeUuidV4(random);
  };
  const free = async () => {
    const taken = new Set((await listSigns()).map(({ deviceSignId }) => deviceSignId));
    const left = kiosks.filter(({ handshake }) => !taken.has(handshake.signId));
    return chance(0.8) && left.length > 0 ? pick(left) : pick(kiosks);
  };
  const target = (kiosk: Kiosk) => {
    const { signId, shortCode } = makeRegister(kiosk.handshake);
    return { signId, shortCode, requestId: makeUuidV4(random) };
  };
  const event = () => {
    const { stays, passes } = pick(places);
    return pick([...stays, ...passes]);
  };
  const place = ({ organizationId, stays, passes } = pick(places)) => {
    // Rather where it stays: an event with signs is not removed.
    const eventId = chance(0.9) ? pick(stays) : pick([...stays, ...passes]);
    return { organizationId, eventId, name: 'Lobby', location: 'Hall', url: page() };
  };
  const command = () =>
    pick<object>([
      { command: 'screenshot' },
      { command: 'fetch_logs' },
      { command: 'refresh' },
      { command: 'display_content', args: { url: page() } },
    ]);
  const bulk = () =>
    pick<object>([
      { url: page() },
      { settings: { screenshotEverySeconds: 10 + Math.trunc(random.float() * 50) } },
      command(),
    ]);
  return [
    ['connect', 6, () => connect(pick(kiosks))],
    ['speak', 12, async () => speak(pick(kiosks))],
    ['release at the machine', 1, async () => release(pick(kiosks))],
    ['claim', 5, () => call('POST', '/api/signs/claim', { ...place(places[0]), ...target(pick(kiosks)) })],
    [
      'claim without a handshake',
      3,
      () => call('POST', '/api/signs/claim', { ...place(places[1]), ...target(pick(kiosks)) }),
    ],
    [
      'claim of a pendingSign',
      5,
      async () => {
        const { requestId, ...scanned } = target(await free());
        const started = await call('POST', '/api/signs/claim/start', scanned);
        if (started.status >= 300) return started;
        const { pendingId } = started.body as { pendingId: string };
        // Sometimes twice at once, by two requests.
        const claim = (id: string) =>
          call('POST', '/api/signs/claim', { ...place(), ...scanned, requestId: id, pendingId });
        const [reply] = await Promise.all([claim(requestId), ...(chance(0.3) ? [claim(makeUuidV4(random))] : [])]);
        return reply;
      },
    ],
    ['link', 5, async () => call('POST', `/api/signs/${await sign('unlinked')}/link`, target(await free()))],
    ['replace', 5, async () => call('POST', `/api/signs/${await sign('linked')}/replace`, target(await free()))],
    ['unregister', 3, async () => call('POST', `/api/signs/${await sign()}/unregister`, {})],
    [
      'delete',
      2,
      async () => ((await listSigns()).length > RECORDS / 2 ? call('DELETE', `/api/signs/${await sign()}`) : null),
    ],
    ['create', 3, async () => ((await listSigns()).length < RECORDS ? call('POST', '/api/signs', place()) : null)],
    [
      'command',
      15,
      async () => call('POST', `/api/signs/${await sign()}/commands`, { ...command(), wait: chance(0.5) }),
    ],
    [
      'sign schedules',
      5,
      async () => changeVersion({ call }, 'PUT', `/api/signs/${await sign()}/schedules`, schedules()),
    ],
    ['event schedules', 4, () => changeVersion({ call }, 'PUT', `/api/events/${event()}/schedules`, schedules())],
    ['event', 3, () => call('PATCH', `/api/events/${event()}`, { name: `Ball ${random.float()}` })],
    [
      'event made',
      3,
      async () => {
        const { organizationId, passes } = pick(places);
        if (passes.length >= 3) return null;
        const body = { name: 'Gala', timeZone: 'UTC' };
        const made = await call('POST', `/api/organizations/${organizationId}/events`, body);
        passes.push(idOf(made));
        return made;
      },
    ],
    [
      'event removed',
      3,
      async () => {
        const { passes } = pick(places);
        const id = pick(passes) ?? makeUuidV4(random);
        const reply = await call('DELETE', `/api/events/${id}`);
        if (reply.status === 204 && passes.includes(id)) passes.splice(passes.indexOf(id), 1);
        return reply;
      },
    ],
    [
      'organization',
      3,
      () => patchOrganization({ call }, pick(places).organizationId, { name: `Opera ${random.float()}` }),
    ],
    [
      'bulk',
      5,
      () => {
        const { organizationId } = pick(places);
        return call('POST', '/api/signs/bulk', { organizationId, target: { filter: {} }, action: bulk() });
      },
    ],
    [
      'bulk undone',
      3,
      async () => {
        const { organizationId } = pick(places);
        const body = { organizationId, target: { filter: {} }, action: bulk() };
        const made = await call('POST', '/api/signs/bulk', body);
        if (made.status >= 300) return made;
        const { bulkId } = made.body as { bulkId: string };
        // Sometimes by two requests at once.
        const undo = () => call('POST', `/api/bulk/${bulkId}/undo`);
        const [reply] = await Promise.all([undo(), ...(chance(0.3) ? [undo()] : [])]);
        return reply;
      },
    ],
    [
      'patch',
      8,
      async () => {
        const row = pick(await listSigns());
        const body = pick<object>([
          { name: `Lobby ${random.float()}` },
          { url: page() },
          { settings: { screenshotEverySeconds: 10 + Math.trunc(random.float() * 50) } },
        ]);
        return row && call('PATCH', `/api/signs/${row.id}`, body, { 'if-match': `"${row.version}"` });
      },
    ],
  ];
}

it(
  'no two transactions ever wait for each other, whatever is done at once on two nodes',
  { timeout: LASTS_MS + 300_000 },
  async () => {
    process.stdout.write(`everything at once: EVERYTHING_SEED=${SEED}\n`);
    const kiosks = Array.from({ length: KIOSKS }, (): Kiosk => ({ handshake: makeHandshake(random), present: null }));
    for (const kiosk of kiosks) await connect(kiosk);
    const all = actions(kiosks);
    const drawn = all.flatMap(([name, weight, act]) => Array.from({ length: weight }, () => ({ name, act })));
    const endsAtMs = performance.now() + LASTS_MS;
    const isMissing = ([name]: (typeof all)[number]): boolean => !done.has(name);
    const work = async () => {
      // For so long, and until all of it has happened: on a machine that is slow that takes longer.
      while ((performance.now() < endsAtMs || all.some(isMissing)) && failures.length === 0) {
        const { name, act } = pick(drawn);
        const reply = await act();
        const isDone = typeof reply !== 'object' || reply === null || (reply as Reply).status < 300;
        if (isDone) done.set(name, (done.get(name) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    const logged = nodes
      .flatMap((node) => node.logged)
      .filter((line) => line.includes('40P01') || /deadlock/i.test(line));
    expect({ failures, logged, deadlocks: (await countDeadlocks()) - deadlocksBefore }).toEqual({
      failures: [],
      logged: [],
      deadlocks: 0,
    });
  },
);
