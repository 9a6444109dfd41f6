import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerLink,
  connectKiosk,
  linkKiosk,
  startSignsWorld,
  type SignsWorld,
  type TestKiosk,
} from '../signs/testing/signs-world.ts';

let world: SignsWorld;

beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());

/** What takes a device off its record, and what its kiosk is to hear of it. */
const RELEASES = {
  unregister: ['sign:unregistered', /unregistered/],
  delete: ['sign:deleted', /deleted/],
  replace: ['sign:unregistered', /replaced/],
} as const;
type How = keyof typeof RELEASES;

async function release(how: How, recordId: string): Promise<void> {
  const { admin, operator } = world.people;
  if (how === 'unregister') await admin.call('POST', `/api/signs/${recordId}/unregister`);
  else if (how === 'delete') await admin.call('DELETE', `/api/signs/${recordId}`);
  else {
    const spare = await connectKiosk(world);
    const { signId, shortCode } = spare;
    const replying = operator.call('POST', `/api/signs/${recordId}/replace`, { signId, shortCode });
    await answerLink(spare);
    await replying;
  }
}

const link = async (kiosk: TestKiosk) => await linkKiosk(world, kiosk, (await world.makeRecord()).id);

/** What the kiosk has heard on this connection of whose it is, in order. */
const wordsOf = ({ received }: TestKiosk) =>
  received.flatMap(({ event, payload }) => {
    if (event === 'sign:config') return [(payload as { claimed: boolean }).claimed ? 'claimed' : 'nobody’s'];
    return event === 'sign:unregistered' || event === 'sign:deleted' ? [event] : [];
  });

test('C7: a kiosk that was away hears why it lost its record before that it is nobody’s, until it knows', async () => {
  const ways = fc.constantFrom(...(Object.keys(RELEASES) as How[]));
  await fc.assert(
    fc.asyncProperty(ways, fc.integer({ min: 1, max: 3 }), fc.boolean(), async (how, returns, isHere) => {
      const [event, reason] = RELEASES[how];
      const kiosk = await connectKiosk(world);
      const { id } = await link(kiosk);
      if (!isHere) kiosk.cut();
      await release(how, id);
      // What it is sent here may be lost on its way: then it says that it is showing, and is told once more.
      if (isHere) expect(wordsOf(kiosk).slice(-2)).toEqual([event, 'nobody’s']);
      kiosk.cut();
      for (let count = 0; count < returns; count += 1) {
        const back = await connectKiosk(world, kiosk.handshake, 'showing');
        expect(wordsOf(back)).toEqual([event, 'nobody’s']);
        expect(await back.next(event)).toEqual({ reason: expect.stringMatching(reason) as string });
        back.cut();
      }
      for (const state of ['unclaimed', 'showing'] as const) {
        const back = await connectKiosk(world, kiosk.handshake, state);
        expect(wordsOf(back)).toEqual(['nobody’s']);
        back.cut();
      }
    }),
    { numRuns: 15 },
  );
});

test('C7: is told once on a connection, however often it is told whose it is', async () => {
  const kiosk = await connectKiosk(world);
  await release('unregister', (await link(kiosk)).id);
  const ack = {
    requestId: kiosk.handshake.bootId,
    claimToken: 'f'.repeat(64),
    result: 'success',
    loadMs: 1,
    replayed: false,
  };
  expect(await kiosk.request('sign:link_ack', ack)).toMatchObject({ ok: false });
  expect(wordsOf(kiosk).slice(-3)).toEqual(['sign:unregistered', 'nobody’s', 'nobody’s']);
});

test('C7: is told nothing of the last record once it has the next', async () => {
  const kiosk = await connectKiosk(world);
  await release('delete', (await link(kiosk)).id);
  await link(kiosk);
  kiosk.cut();
  const back = await connectKiosk(world, kiosk.handshake, 'showing');
  expect(wordsOf(back)).toEqual(['claimed']);
});
