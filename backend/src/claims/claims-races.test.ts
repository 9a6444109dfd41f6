import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { authorOf } from '../testing/test-author.ts';
import {
  beginPlay,
  insertPeople,
  type Asked,
  type Operator,
  type Play,
  type Target,
} from '../testing/begin-claim-scenario.ts';
import { checkInstant, checkPromises, readRecords } from '../testing/check-claim-guarantees.ts';
import { authorNamed, CLAIM_SETTINGS, composeMemoryNode } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createRace, type Race } from '../testing/race.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

/** Two operations at once on a real database, in every order of their statements that the scheduler finds. */

const random = createSeededRandom('claims-races');
const { ackTimeoutMs } = CLAIM_SETTINGS;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let race: Race;
let organizations: Play['organizations'];
/** One pool for all races; those that kill a node open their own. */
let racing: GatedPool;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  race = createRace(gated);
  racing = race.openPool();
  organizations = await insertPeople(pool.db, random);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

const lobby: Target = { kind: 'claim', organization: 'shared', name: 'Lobby' };
const stage: Target = { kind: 'claim', organization: 'shared', name: 'Stage' };
const record = (index: number): Target => ({ kind: 'link', record: index });

const bodyOf = (play: Play, device: number, pendingId?: string): Asked['body'] => {
  const { signId, shortCode } = play.devices[device]!;
  return { signId, shortCode, requestId: makeUuidV4(random), ...(pendingId !== undefined && { pendingId }) };
};
const ask = (play: Play, operator: Operator, target: Target, device: number) =>
  play.ask({ operator, target, body: bodyOf(play, device) });

/** A kiosk that loads every page that it is asked to, until its connection ends. */
async function answerAll(play: Play, device: number): Promise<void> {
  const { kiosk } = play.devices[device]!;
  for (;;) await play.ack(device, await kiosk!.next('sign:apply_link'), { result: 'success', forged: false });
}

const outcomeOf = ({ reply }: Asked): string | undefined => (reply && 'body' in reply ? 'committed' : reply?.code);

/** Runs `racers` in 25 orders of their statements, each in a play of its own. Checks after every statement what must always be
 * true, and in the end what `look` says and every promise. */
async function checkRace<Prepared>(
  prepare: (play: Play) => Promise<Prepared>,
  racers: (play: Play, prepared: Prepared) => (() => Promise<unknown>)[],
  look: (play: Play, prepared: Prepared) => Promise<void>,
  options: { ownPools?: boolean; numRuns?: number } = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const openPool = options.ownPools ? race.openPool : () => racing;
      const play = await beginPlay({ gated, pool, organizations, random, openPool });
      try {
        const prepared = await prepare(play);
        await race.run(scheduler, racers(play, prepared), () => checkInstant(play));
        await play.settled();
        await look(play, prepared);
        await checkPromises(play);
      } finally {
        play.end();
      }
    }),
    { numRuns: options.numRuns ?? 25, endOnFailure: true },
  );
}

/** Both asks, and every device that answers whatever it is asked. */
const asksAtOnce =
  (...asks: ((play: Play) => Asked)[]) =>
  (play: Play, asked: Asked[]) => [
    ...asks.map((each) => async () => asked.push(each(play))),
    ...[0, 1].map((device) => () => answerAll(play, device)),
  ];
const noAsks = async (): Promise<Asked[]> => [];

/** A claim of the first device that was started, and refused because the device was away; now it is back. */
async function refusedWhileAway(play: Play, operator: 'alice' | 'eve', target: Target) {
  const [device] = play.devices as [Play['devices'][number]];
  const started = await play.node().claims.start(authorOf(operator), device);
  if ('code' in started) throw new Error(`not started: ${started.code}`);
  device.disconnect();
  await play.settled();
  const first = { operator, target, body: bodyOf(play, 0, started.pendingId) };
  const refused = play.ask(first);
  await play.settled();
  expect(outcomeOf(refused)).toBe('sign_not_connected');
  await device.connect(play.node());
  await play.settled();
  return { first, second: { ...first, body: bodyOf(play, 0, started.pendingId) } };
}

describe('two requests of one pendingSign', () => {
  it('C4: the one that comes again after the other’s record was made and unlinked is told that this claim is over', async () => {
    const play = await beginPlay({ gated, pool, organizations, random });
    const { first, second } = await refusedWhileAway(play, 'alice', lobby);
    void answerAll(play, 0);
    const committed = play.ask(second);
    await play.settled();
    if (!committed.reply || !('body' in committed.reply)) throw new Error('not committed');
    await play.node().signs.unregister(committed.reply.body.sign.id, authorNamed('bob'));
    const again = play.ask(first);
    await play.settled();
    expect(outcomeOf(again)).toBe('not_found');
    play.end();
  });

  it('C1, C9: at once, without a handshake: one is committed, whatever the order of their statements', async () => {
    await checkRace(
      (play) => refusedWhileAway(play, 'eve', { kind: 'claim', organization: 'legacy', name: 'Lobby' }),
      (play, { first, second }) => [async () => play.ask(first), async () => play.ask(second)],
      async (play) => {
        const [, ...outcomes] = play.asked.map(outcomeOf);
        expect(outcomes.toSorted()[0]).toBe('committed');
        expect(['not_found', 'sign_already_claimed']).toContain(outcomes.toSorted()[1]);
      },
    );
  });
});

describe('at once', () => {
  it('C1, C6: of two claims of one device one is committed, and the other told why not', async () => {
    await checkRace(
      noAsks,
      asksAtOnce(
        (play) => ask(play, 'alice', lobby, 0),
        (play) => ask(play, 'bob', stage, 0),
      ),
      async (_play, asked) => {
        const outcomes = asked.map(outcomeOf).toSorted();
        expect(outcomes[0]).toBe('committed');
        expect(['request_in_progress', 'sign_already_claimed']).toContain(outcomes[1]);
      },
    );
  });

  it('C1, C6: so it is with a link and a claim of one device', async () => {
    await checkRace(
      noAsks,
      asksAtOnce(
        (play) => ask(play, 'alice', record(0), 0),
        (play) => ask(play, 'bob', stage, 0),
      ),
      async (_play, asked) => {
        const outcomes = asked.map(outcomeOf).toSorted();
        expect(outcomes[0]).toBe('committed');
        expect(['request_in_progress', 'sign_already_claimed']).toContain(outcomes[1]);
      },
    );
  });

  it('C8: of two links of one record by two devices one is committed', async () => {
    await checkRace(
      noAsks,
      asksAtOnce(
        (play) => ask(play, 'alice', record(0), 0),
        (play) => ask(play, 'bob', record(0), 1),
      ),
      async (_play, asked) => expect(asked.map(outcomeOf).toSorted()).toEqual(['committed', 'sign_not_unlinked']),
    );
  });

  it('C6: two links of one record by one device do not wait for each other for ever', async () => {
    await checkRace(
      noAsks,
      asksAtOnce(
        (play) => ask(play, 'alice', record(0), 0),
        (play) => ask(play, 'bob', record(0), 0),
      ),
      async (_play, asked) => {
        const outcomes = asked.map(outcomeOf).toSorted();
        expect(outcomes[0]).toBe('committed');
        expect(['request_in_progress', 'sign_not_unlinked', 'sign_already_claimed']).toContain(outcomes[1]);
      },
    );
  });

  it.each([false, true])(
    'C4: a request that is sent twice has one outcome (with a pendingSign: %s)',
    async (scanned) => {
      await checkRace(
        async (play) => {
          const [{ signId, shortCode }] = play.devices as [Play['devices'][number]];
          const started = await play.node().claims.start(authorOf('alice'), { signId, shortCode });
          const pendingId = 'code' in started ? undefined : started.pendingId;
          return { operator: 'alice' as const, target: lobby, body: bodyOf(play, 0, scanned ? pendingId : undefined) };
        },
        (play, request) => [async () => play.ask(request), async () => play.ask(request), () => answerAll(play, 0)],
        async (play) => {
          expect(play.asked.map(outcomeOf)).toEqual(['committed', 'committed']);
          const tokens = new Set(play.devices[0]!.applyLinks().map(({ claimToken }) => claimToken));
          expect(tokens.size, 'C5: the page is loaded once').toBe(1);
        },
      );
    },
  );

  it('C1, C7: a claim that meets an unregister goes on or is refused, and the kiosk knows how it ended', async () => {
    await checkRace(
      async (play) => {
        const first = ask(play, 'alice', lobby, 0);
        await play.settled();
        await play.ack(0, play.devices[0]!.applyLinks().at(-1)!, { result: 'success', forged: false });
        await play.settled();
        if (!first.reply || !('body' in first.reply)) throw new Error('not claimed to begin with');
        play.unregistered.add(first.reply.body.sign.id);
        return first.reply.body.sign.id;
      },
      (play, signId) => [
        () => play.node().signs.unregister(signId, authorNamed('bob')),
        async () => ask(play, 'bob', stage, 0),
        () => answerAll(play, 0),
      ],
      async (play) => expect(['committed', 'sign_already_claimed']).toContain(outcomeOf(play.asked[1]!)),
    );
  });

  it('C9: a link that meets the unregister of its own record is told what was so before it or after', async () => {
    await checkRace(
      async (play) => {
        ask(play, 'eve', record(2), 0);
        await play.settled();
        play.unregistered.add(play.records[2]!);
      },
      (play) => [
        () => play.node().signs.unregister(play.records[2]!, authorNamed('eve')),
        async () => ask(play, 'eve', record(2), 0),
      ],
      async (play) => {
        const [before, after] = play.asked.map(outcomeOf);
        expect(before).toBe('committed');
        expect(['committed', 'sign_not_unlinked']).toContain(after);
      },
    );
  });

  it('C2, C4: an answer that meets the deadline commits or comes too late, and the operator is told which', async () => {
    await checkRace(
      async (play) => {
        ask(play, 'alice', lobby, 0);
        await play.settled();
        play.clock.advance(ackTimeoutMs - 1);
      },
      (play) => [
        () => play.ack(0, play.devices[0]!.applyLinks()[0]!, { result: 'success', forged: false }),
        async () => {
          await race.turn('the deadline passes');
          play.clock.advance(2);
        },
        async () => {
          await race.turn('a sweep');
          await play.node().claims.sweep();
        },
      ],
      async (play) => {
        const [claim] = (await readRecords(play)).claims;
        expect(['committed', 'device_no_ack']).toContain(claim!.outcome);
        expect(outcomeOf(play.asked[0]!)).toBe(claim!.outcome);
      },
    );
  });

  it('C1, C4: an answer that meets its node’s death is kept or lost as a whole, and the retry is told the truth', async () => {
    await checkRace(
      async (play) => {
        const first = ask(play, 'alice', lobby, 0);
        await play.settled();
        return first;
      },
      (play) => [
        () => play.ack(0, play.devices[0]!.applyLinks()[0]!, { result: 'success', forged: false }),
        async () => {
          // Late enough to meet the answer anywhere in its transaction.
          for (let turn = 0; turn < 6; turn += 1) await race.turn('the node dies soon');
          await play.crash();
        },
      ],
      async (play, first) => {
        await play.devices[0]!.connect(play.node());
        await play.settled();
        const again = play.ask(first);
        void answerAll(play, 0);
        await play.settled();
        expect(outcomeOf(again)).toBe('committed');
        expect((await readRecords(play)).signs.filter(({ deviceSignId }) => deviceSignId !== null)).toHaveLength(1);
      },
      { ownPools: true, numRuns: 20 },
    );
  });

  it('C4: a request that two nodes were asked at once has one outcome, told by both', async () => {
    await checkRace(
      async (play) => {
        const first = ask(play, 'alice', lobby, 0);
        await play.settled();
        return { first, other: composeMemoryNode({ db: racing.db, clock: play.clock, random }) };
      },
      (play, { first: { body, target }, other }) => [
        () => play.ack(0, play.devices[0]!.applyLinks()[0]!, { result: 'success', forged: false }),
        async () => void play.ask({ operator: 'alice', target, body, through: other }),
      ],
      async (play) => {
        // The other node hears nothing of the kiosk: it looks when the deadline has passed.
        play.clock.advance(ackTimeoutMs + 1);
        await play.settled();
        expect(play.asked.map(outcomeOf)).toEqual(['committed', 'committed']);
      },
    );
  });
});

describe('an attempt that is slow to begin', () => {
  it('C1, C6: has the device’s turn: another one waits for it, is told, and commits nothing', async () => {
    const letThrough = Promise.withResolvers<void>();
    const slow = gated.open((statement) =>
      statement.startsWith('insert into "claim"') ? letThrough.promise : Promise.resolve(),
    );
    const play = await beginPlay({ gated, pool, organizations, random });
    const slowNode = composeMemoryNode({ db: slow.db, clock: play.clock, random });
    await play.devices[2]!.connect(slowNode);
    const body = bodyOf(play, 2);
    const target = stage;
    const first = play.ask({ operator: 'bob', target, body, through: slowNode });
    await play.settled();

    const asked = play.devices[2]!.applyLinks().length;
    const second = ask(play, 'alice', lobby, 2);
    await play.settled();
    expect([outcomeOf(second), play.devices[2]!.applyLinks().length]).toEqual([undefined, asked]);

    letThrough.resolve();
    await play.settled();
    expect(outcomeOf(second)).toBe('request_in_progress');
    await play.ack(2, play.devices[2]!.applyLinks().at(-1)!, { result: 'success', forged: false });
    await play.settled();
    expect(outcomeOf(first)).toBe('committed');
    await checkPromises(play);
    play.end();
  });
});
