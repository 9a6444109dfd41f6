import { setImmediate } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { openDatabase } from '../db/open-database.ts';
import { authorOf } from '../testing/test-author.ts';
import { insertPeople, type Play } from '../testing/begin-claim-scenario.ts';
import { CLAIM_SETTINGS, clearClaims, composeMemoryNode } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import type { ClaimReply } from './outcome-handling.ts';

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

/** Whether it is an answer to be kept back: by its first row, and the question with all its values. */
type IsHeld = (row: object, question: string) => boolean;

/** A node and a sign on it. `holdNext` keeps back the next such answer, until it is let go. */
async function setUp(workspace: keyof Play['organizations']) {
  const questions = new WeakMap<object, string>();
  let hold: { isHeld: IsHeld; reached(): void; letGo: Promise<void> } | null = null;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      questions.set(queryId, JSON.stringify(node));
      return node;
    },
    async transformResult({ result, queryId }) {
      const [row] = result.rows;
      if (!row || !hold?.isHeld(row, questions.get(queryId)!)) return result;
      const { reached, letGo } = hold;
      hold = null;
      reached();
      await letGo;
      return result;
    },
  };
  const { db, close } = openDatabase({ poolConfig: database.poolConfig, log: pino({ level: 'silent' }) });
  onTestFinished(close);
  const clock = createManualClock();
  const node = composeMemoryNode({ db: db.withPlugin(plugin), clock, random });
  const device = createVirtualDevice(random);
  await device.connect(node);
  const { id: organizationId, eventId } = organizations[workspace];
  const place = { organizationId, eventId, name: 'Lobby', location: 'Hall', url: 'https://example.com/' };
  const { signId, shortCode } = device;
  const body = { ...place, signId, shortCode, requestId: makeUuidV4(random) };
  function holdNext(isHeld: IsHeld): { reached: Promise<void>; letGo(): void } {
    const reached = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    hold = { isHeld, reached: reached.resolve, letGo: letGo.promise };
    return { reached: reached.promise, letGo: letGo.resolve };
  }
  return { clock, device, claims: node.claims, body, holdNext };
}

it('C4: of who asked in time and who asked again after it, one is told that it is new', async () => {
  const { clock, device, claims, body, holdNext } = await setUp('shared');
  const first = claims.claim(authorOf('alice'), body);
  await device.kiosk!.next('sign:apply_link');
  // What the first reads when its time is over, before it ends the attempt. The device, which has just come, may be looked up too.
  const slow = holdNext((_row, question) => question.includes(body.requestId));
  const reached = slow.reached.then(() => true);
  clock.advance(CLAIM_SETTINGS.ackTimeoutMs + 1);
  // The first may begin to wait only now: its device can have the message before. Then its time is over a millisecond later.
  while (!(await Promise.race([reached, setImmediate(false)]))) clock.advance(1);
  const second = claims.claim(authorOf('alice'), body);
  const { requestId, claimToken } = await device.kiosk!.next('sign:apply_link');
  await claims.acknowledge(device.signId, { requestId, claimToken, result: 'success', loadMs: 5, replayed: false });
  expect(outcomeOf(await second)).toBe('committed');
  slow.letGo();
  expect(outcomeOf(await first)).toBe('replayed');
});

/** What a claim asks first: what the operator may do, and whether it is known. */
const isMembership = (row: object): boolean => 'isRequestKnown' in row && 'role' in row;

describe('C4: one request twice at once, the first of which is done before the second knows that it is asked again', () => {
  type Place = Awaited<ReturnType<typeof setUp>>;

  /** What the first was told, and what the second. */
  async function askTwice(
    { claims, holdNext }: Place,
    body: Parameters<Place['claims']['claim']>[1],
  ): Promise<string[]> {
    const slow = holdNext(isMembership);
    const second = claims.claim(authorOf('eve'), body);
    await slow.reached;
    const first = await claims.claim(authorOf('eve'), body);
    slow.letGo();
    return [outcomeOf(first), outcomeOf(await second)];
  }

  it('from a pendingSign is told its outcome', async () => {
    const place = await setUp('legacy');
    const started = await place.claims.start(authorOf('eve'), place.body);
    if ('code' in started) throw new Error(started.code);
    const body = { ...place.body, pendingId: started.pendingId };
    expect(await askTwice(place, body)).toEqual(['committed', 'replayed']);
  });

  it('by a typed code is told its outcome, and no wrong guess is counted', async () => {
    const place = await setUp('legacy');
    const { signId: _, ...body } = place.body;
    expect(await askTwice(place, body)).toEqual(['committed', 'replayed']);
    expect(await database.db.selectFrom('shortCodeFailure').selectAll().execute()).toEqual([]);
  });
});
