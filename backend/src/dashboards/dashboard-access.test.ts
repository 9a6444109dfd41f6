import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { Role } from '@sign-display/contracts/roles';
import { SESSION_TTL_MS, USE_WRITTEN_EVERY_MS } from '../access/prolong-used-sessions.ts';
import { insertSession } from '../notifications/testing/insert-session.ts';
import { insertOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { mayStay, watchAccess } from './dashboard-access.ts';
import type { Access, Accesses } from './dashboard-queries.ts';

const roles = (given: Record<string, Role>, closed: string[] = []): Accesses =>
  new Map(Object.entries(given).map(([id, role]) => [id, { role, isClosed: closed.includes(id) }]));
const before = roles({ opera: 'viewer', museum: 'admin' });

/** The socket was opened with the roles of `before`. */
it.each([
  ['the session is over', 'opera', undefined, false],
  ['the session of one who watches nothing is over', null, undefined, false],
  ['nothing has changed', 'opera', before, true],
  ['nothing has changed of one who watches nothing', null, before, true],
  ['the role is gone', 'opera', roles({ museum: 'admin' }), false],
  ['the role is a higher one', 'opera', roles({ opera: 'owner', museum: 'admin' }), false],
  ['the role is a lower one', 'museum', roles({ opera: 'viewer', museum: 'viewer' }), false],
  ['another role is gone', 'opera', roles({ opera: 'viewer' }), true],
  ['another role changed', 'opera', roles({ opera: 'viewer', museum: 'viewer' }), true],
  ['a role came', 'opera', roles({ opera: 'viewer', museum: 'admin', theatre: 'owner' }), true],
  ['a role is gone of one who watches nothing', null, roles({ opera: 'viewer' }), false],
  ['a role changed of one who watches nothing', null, roles({ opera: 'viewer', museum: 'owner' }), false],
  ['a role came of one who watches nothing', null, roles({ opera: 'viewer', museum: 'admin', theatre: 'owner' }), true],
] as const)('A3: %s (watching: %s)', (_what, organizationId, now, stays) => {
  expect(mayStay({ accesses: before, organizationId }, now)).toBe(stays);
});

it.each([
  ['a socket ends if its organization now requires a second factor that its session lacks', 'opera', 'opera', false],
  ['a socket that watches another organization stays', 'museum', 'opera', true],
  ['a socket that watches nothing stays', null, 'opera', true],
] as const)('A6: %s', (_what, organizationId, closed, stays) => {
  const now = roles({ opera: 'viewer', museum: 'admin' }, [closed]);
  expect(mayStay({ accesses: before, organizationId }, now)).toBe(stays);
});

it('G15: an open socket prolongs its session hourly, so that a wall stays signed in for as long as it is open', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { db } = database;
  const clock = createManualClock();
  const random = createSeededRandom('dashboard-access');
  await insertOrganization(db, { clock, random }, { ada: 'viewer' });
  const sessionId = await insertSession({ db, clock, random }, 'ada');
  const endOf = async () => (await db.selectFrom('session').select('expiresAt').executeTakeFirstOrThrow()).expiresAt;
  const ended: unknown[] = [];
  /** Resolves after the next look. */
  let looked = () => {};
  const socket = {
    sessionId,
    accesses: new Map<string, Access>(),
    now: new Map<string, Access>(),
    organizationId: null,
  };
  const { start, stop } = watchAccess({
    db,
    // The next look is scheduled when one is over.
    clock: { ...clock, after: (delayMs, task) => (looked(), clock.after(delayMs, task)) },
    log: pino({ level: 'silent' }),
    sockets: () => [socket],
    end: (gone) => void ended.push(gone),
    fresh() {},
  });
  onTestFinished(stop);
  const roles = await db.selectFrom('member').select(['organizationId', 'role']).execute();
  for (const { organizationId, role } of roles) socket.accesses.set(organizationId, { role, isClosed: false });
  start();
  const look = async (afterMs: number) => {
    const over = new Promise<void>((resolve) => (looked = resolve));
    clock.advance(afterMs);
    await over;
  };
  const first = (await endOf()).getTime();
  await look(USE_WRITTEN_EVERY_MS - 1);
  expect((await endOf()).getTime()).toBe(first);
  for (let hour = 0; hour < 24 * 31; hour += 1) await look(USE_WRITTEN_EVERY_MS);
  expect(ended).toEqual([]);
  expect((await endOf()).getTime()).toBeGreaterThan(clock.now() + SESSION_TTL_MS - USE_WRITTEN_EVERY_MS);
});
