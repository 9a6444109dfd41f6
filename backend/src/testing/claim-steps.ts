import * as fc from 'fast-check';
import { expect } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { authorOf } from './test-author.ts';
import { OPERATORS, type Operator, type Play, type Target } from './begin-claim-scenario.ts';
import { checkPromises, noteOwner, predict, readRecords } from './check-claim-guarantees.ts';
import { authorNamed, CLAIM_SETTINGS } from './claim-world.ts';
import type { ApplyLink } from './virtual-device.ts';

/** What can happen in a play, as fast-check's commands. The promises are checked after every one of them. */

type Step = fc.AsyncCommand<object, Play, true>;

/** A step that a counterexample tells by its name and its choice. */
function stepOf<Choice>(
  name: string,
  choices: fc.Arbitrary<Choice>,
  run: (play: Play, choice: Choice) => Promise<void>,
): fc.Arbitrary<Step> {
  return choices.map((choice) => ({
    check: async () => true,
    async run(_model, play) {
      await run(play, choice);
      await play.settled();
      await checkPromises(play);
    },
    toString: () => `${name} ${JSON.stringify(choice)}`,
  }));
}

const operator = fc.constantFrom(...OPERATORS);
const device = fc.constantFrom(0, 0, 0, 1, 1, 1, 2);
const rarely = fc.constantFrom(...Array.from({ length: 9 }, () => false), true);

async function start(play: Play, choice: { operator: Operator; device: number }): Promise<void> {
  const { signId, shortCode, kiosk } = play.devices[choice.device]!;
  const { signs } = await readRecords(play);
  const who = authorOf(choice.operator);
  const reply = await play.node().claims.start(who, { signId, shortCode });
  const isClaimed = signs.some(({ deviceSignId }) => deviceSignId === signId);
  const expected = isClaimed ? 'sign_already_claimed' : kiosk ? 'started' : 'sign_not_connected';
  expect('code' in reply ? reply.code : 'started').toBe(expected);
  if (!('code' in reply)) play.started.push({ ...choice, pendingId: reply.pendingId });
}

const place = fc.constantFrom('Lobby', 'Lobby', 'Stage');
const target = (isEves: boolean): fc.Arbitrary<Target> => {
  const organization = isEves ? ('legacy' as const) : ('shared' as const);
  return fc.oneof(
    place.map((name) => ({ kind: 'claim' as const, organization, name })),
    fc.constantFrom(...(isEves ? [2] : [0, 1])).map((record) => ({ kind: 'link' as const, record })),
  );
};
/** Mostly within the operator's own organization: eve's is the one without a handshake. */
const intent = fc
  .tuple(operator, rarely)
  .chain(([who, elsewhere]) =>
    target((who === 'eve') !== elsewhere).map((where) => ({ operator: who, target: where })),
  );

const request = fc.record({
  intent,
  device,
  /** A new one, the same request once more, or one with an identifier that was used for something else. */
  origin: fc.constantFrom('new', 'new', 'new', 'again', 'again', 'reused'),
  earlier: fc.nat(3),
  /** With the last scan's pendingId, also where that was of another device or by somebody else. */
  pending: fc.constantFrom(false, false, true),
});
type RequestChoice = typeof request extends fc.Arbitrary<infer Choice> ? Choice : never;

function requestOf(play: Play, choice: RequestChoice) {
  const earlier = choice.origin === 'new' ? undefined : play.asked.at(-1 - choice.earlier);
  if (earlier && choice.origin === 'again') return earlier;
  const { signId, shortCode } = play.devices[choice.device]!;
  const requestId = earlier?.body.requestId ?? makeUuidV4(play.random);
  const pendingId = choice.pending ? play.started.at(-1)?.pendingId : undefined;
  return { ...choice.intent, body: { signId, shortCode, requestId, ...(pendingId !== undefined && { pendingId }) } };
}

async function ask(play: Play, choice: RequestChoice): Promise<void> {
  const asking = requestOf(play, choice);
  const expected = predict(play, asking, await readRecords(play));
  const asked = play.ask(asking);
  await play.settled();
  noteOwner(play, asking, await readRecords(play));
  const { reply } = asked;
  const { signId } = asking.body;
  if (reply && 'code' in reply && reply.code === 'request_in_progress' && reply.retryAfterMs !== undefined) {
    // Who failed lets somebody of another organization go first (M2); failed-claim-delay.test.ts has for how long.
    expect(play.asked.some((other) => other.operator !== asking.operator && other.body.signId === signId)).toBe(true);
    expect(['waits', 'committed', 'sign_not_connected']).toContain(expected);
  } else if (expected === 'waits') {
    expect(reply, 'C6: an attempt that nothing stands against goes on').toBeNull();
    const { kiosk, applyLinks } = play.devices.find((each) => each.signId === signId)!;
    if (kiosk) expect(applyLinks().at(-1)?.requestId).toBe(asking.body.requestId);
  } else if (expected === 'replayed') {
    expect(reply).toMatchObject(reply && 'body' in reply ? { replayed: true } : { code: 'device_load_failed' });
  } else {
    expect(reply && 'body' in reply ? 'committed' : reply?.code).toBe(expected);
  }
}

/** Some device's answer, mostly the asked one's, to the last or an older thing that a device was asked. */
const answer = fc.record({
  to: fc.nat(2),
  age: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  result: fc.constantFrom('success' as const, 'success' as const, 'failure' as const),
  forged: rarely,
  foreign: rarely,
});
type AnswerChoice = typeof answer extends fc.Arbitrary<infer Choice> ? Choice : never;

function findLink(play: Play, choice: AnswerChoice): { from: number; link: ApplyLink } | null {
  const links = play.devices.map((each) => each.applyLinks());
  const asked = [0, 1, 2].filter((index) => links[index]!.length > 0);
  const to = asked[choice.to % Math.max(1, asked.length)] ?? 0;
  const link = links[to]!.at(-1 - choice.age);
  const from = choice.foreign ? (to + 1) % 2 : to;
  return link && play.devices[from]!.kiosk ? { from, link } : null;
}

async function ack(play: Play, choice: AnswerChoice): Promise<void> {
  const found = findLink(play, choice);
  if (!found) return;
  const { from, link } = found;
  const readClaim = async () => (await readRecords(play)).claims.find(({ requestId }) => requestId === link.requestId)!;
  const before = await readClaim();
  const isValid =
    !choice.forged &&
    before.state === 'awaiting_ack' &&
    before.claimToken === link.claimToken &&
    before.deviceSignId === play.devices[from]!.signId &&
    play.clock.now() < before.deadlineAt!.getTime();
  const { reply } = await play.ack(from, link, choice);
  await play.settled();
  const after = await readClaim();
  expect(reply?.ok).toBe(isValid);
  if (!isValid) expect(after, 'C2: this answer changes nothing').toEqual(before);
  else if (choice.result === 'failure') expect(after.outcome, 'C3').toBe('device_load_failed');
  // A record that was linked meanwhile stands in the way; nothing else may.
  else expect(['committed', 'sign_not_unlinked'], 'C4: proved in time, so claimed').toContain(after.outcome);
}

async function connect(play: Play, choice: { device: number; newBoot: boolean }): Promise<void> {
  play.devices[choice.device]!.disconnect();
  await play.devices[choice.device]!.connect(play.node(), choice);
}

async function confirm({ devices }: Play, index: number): Promise<void> {
  const { kiosk } = devices[index]!;
  const last = kiosk?.received.findLast(({ event }) => event === 'sign:claimed');
  if (kiosk && last) await kiosk.request('sign:claim_confirmed', last.payload);
}

async function unregister(play: Play, index: number): Promise<void> {
  const claimed = (await readRecords(play)).signs.filter(({ deviceSignId }) => deviceSignId !== null);
  const sign = claimed[index % Math.max(1, claimed.length)];
  if (!sign) return;
  const { id, name, location, url } = sign;
  const after = await play.node().signs.unregister(id, authorNamed('bob'));
  expect(after, 'C8: the device goes, the rest stays').toMatchObject({ device: null, name, location, url });
  play.unregistered.add(id);
}

async function sweep(play: Play): Promise<void> {
  await play.node().claims.sweep();
  const { claims } = await readRecords(play);
  const isOverdue = ({ state, deadlineAt }: (typeof claims)[number]) =>
    state === 'awaiting_ack' && deadlineAt!.getTime() <= play.clock.now();
  expect(claims.filter(isOverdue), 'C6: no attempt outlives its deadline').toEqual([]);
}

/** Sequences of up to 50 steps. */
export function makeClaimSteps() {
  const { ackTimeoutMs, pendingTtlMs } = CLAIM_SETTINGS;
  const moment = fc.constantFrom(1_000, ackTimeoutMs - 1, ackTimeoutMs, ackTimeoutMs + 1, pendingTtlMs);
  const nothing = fc.constant(null);
  const often = <T>(times: number, what: T): T[] => Array.from({ length: times }, () => what);
  return fc.commands(
    [
      ...often(6, stepOf('ask', request, ask)),
      ...often(6, stepOf('ack', answer, ack)),
      ...often(2, stepOf('start', fc.record({ operator, device }), start)),
      ...often(
        2,
        stepOf('advance', moment, async ({ clock }, byMs) => clock.advance(byMs)),
      ),
      ...often(2, stepOf('connect', fc.record({ device, newBoot: fc.boolean() }), connect)),
      ...often(2, stepOf('unregister', fc.nat(3), unregister)),
      stepOf('disconnect', device, async ({ devices }, index) => devices[index]!.disconnect()),
      stepOf('confirm', device, confirm),
      stepOf('crash', nothing, (play) => play.crash()),
      stepOf('sweep', nothing, sweep),
    ],
    { size: 'max', maxCommands: 50 },
  );
}
