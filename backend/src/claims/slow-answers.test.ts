import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import { openDatabase } from '../db/connection.ts';
import { authorOf } from '../testing/author-of.ts';
import { insertPeople, type Play } from '../testing/claim-play.ts';
import { clearClaims, composeMemoryNode } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import type { ClaimReply } from './claim-outcomes.ts';

/** Answers of the database that come so late that others have been told and gone on. */

const random = createSeededRandom('slow-answers');
let database: TestDatabase;
let organizations: Play['organizations'];
beforeAll(async () => {
  database = await createTestDatabase();
  organizations = await insertPeople(database.db, random);
});
afterAll(() => database.drop());
beforeEach(() => clearClaims(database.db));

const outcomeOf = (reply: ClaimReply): string =>
  'body' in reply ? (reply.replayed ? 'replayed' : 'committed') : reply.code;

/** Which of its answers a node hears late: the next that says what an operator may do. */
const isMembership = (row: object | undefined): boolean =>
  row !== undefined && 'isRequestKnown' in row && 'role' in row;

/** A node and a sign on it. `holdNext` keeps back the next such answer until it is let go. */
async function setUp() {
  let hold: { reached(): void; letGo: Promise<void> } | null = null;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!hold || !isMembership(result.rows[0])) return result;
      const { reached, letGo } = hold;
      hold = null;
      reached();
      await letGo;
      return result;
    },
  };
  const { db, close } = openDatabase({ poolConfig: database.poolConfig, log: pino({ level: 'silent' }) });
  onTestFinished(close);
  const node = composeMemoryNode({ db: db.withPlugin(plugin), clock: createManualClock(), random });
  const device = createVirtualDevice(random);
  await device.connect(node);
  const { id: organizationId, eventId } = organizations.legacy;
  const place = { organizationId, eventId, name: 'Lobby', location: 'Hall', url: 'https://example.com/' };
  const { signId, shortCode } = device;
  const body = { ...place, signId, shortCode, requestId: makeUuidV4(random) };
  function holdNext(): { reached: Promise<void>; letGo(): void } {
    const reached = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    hold = { reached: reached.resolve, letGo: letGo.promise };
    return { reached: reached.promise, letGo: letGo.resolve };
  }
  return { claims: node.claims, body, holdNext };
}

describe('C4: one request twice at once, the first of which is done before the second knows that it is asked again', () => {
  it('from a pendingSign is told its outcome', async () => {
    const { claims, body: plain, holdNext } = await setUp();
    const started = await claims.start(authorOf('eve'), plain);
    if ('code' in started) throw new Error(started.code);
    const body = { ...plain, pendingId: started.pendingId };
    const slow = holdNext();
    const second = claims.claim(authorOf('eve'), body);
    await slow.reached;
    expect(outcomeOf(await claims.claim(authorOf('eve'), body))).toBe('committed');
    slow.letGo();
    expect(outcomeOf(await second)).toBe('replayed');
  });

  it('by a typed code is told its outcome, and no wrong guess is counted', async () => {
    const { claims, body: scanned, holdNext } = await setUp();
    const { signId: _, ...body } = scanned;
    const slow = holdNext();
    const second = claims.claim(authorOf('eve'), body);
    await slow.reached;
    expect(outcomeOf(await claims.claim(authorOf('eve'), body))).toBe('committed');
    slow.letGo();
    expect(outcomeOf(await second)).toBe('replayed');
    expect(await database.db.selectFrom('shortCodeFailure').selectAll().execute()).toEqual([]);
  });
});
