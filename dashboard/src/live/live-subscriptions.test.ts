import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createRoot } from 'solid-js';
import { expect, test } from 'vitest';
import { beginFeed, type Feed } from './feed-machine.ts';
import { createLiveSubscriptions } from './live-subscriptions.ts';
import type { FeedPorts, RunFeed } from './run-feed.ts';
import { signsOf, withPatches, type Signs } from './apply-sign-patches.ts';

/** The signs, and who asks to lay what they were told. */
function watched(signs: Signs, laid: () => void): Signs {
  return new Proxy(signs, {
    get(_, name) {
      if (name === 'lay') laid();
      const value: unknown = Reflect.get(signs, name, signs);
      return typeof value === 'function' ? value.bind(signs) : value;
    },
  });
}

const [BEGUN] = beginFeed({ nowMs: 0, wallMs: 0, chance: 0 });
const LIVE: Feed = { ...BEGUN, step: { is: 'live', expected: 1, untilMs: 5_000, isAsked: false, answeredMs: 0 } };

/** A live feed, the frames of its page, and what waits until a person rests. */
function lived() {
  const frames: (() => void)[] = [];
  const atRest: (() => void)[] = [];
  const seen = { laid: 0 };
  let known: Feed = { ...LIVE, signs: signsOf([{ id: 'a', name: 'before' } as SignRow]) };
  let changed = (): void => {};
  const runFeed = ((_ports, _subscription, tell) => {
    changed = tell;
    return { feed: () => ({ ...known, signs: watched(known.signs!, () => (seen.laid += 1)) }) };
  }) as RunFeed;
  const inFrame = (task: () => void) => void frames.push(task);
  const page = { atNextFrame: inFrame, atIdleFrame: inFrame, atRest: (task: () => void) => void atRest.push(task) };
  const { feed } = createLiveSubscriptions({ page } as unknown as FeedPorts).of({ organizationId: 'one' }, runFeed);
  return {
    seen,
    frames,
    atRest,
    nextFrame: () => frames.splice(0).forEach((task) => task()),
    rest: () => frames.push(...atRest.splice(0)),
    shown: () => feed().signs?.get('a')?.name,
    step: () => feed().step.is,
    say(name: string): void {
      known = { ...known, signs: withPatches(known.signs!, [{ changes: [{ id: 'a', name }], removed: [] }]) };
      changed();
    },
    lose(): void {
      known = { ...known, step: { is: 'connecting', untilMs: 1 }, trueUntil: 1 };
      changed();
    },
  };
}

test('D1: a patch is laid over the signs in a frame after its message, and shown in the next; patches meanwhile are shown with it', () => {
  createRoot(() => {
    const { seen, frames, nextFrame, rest, shown, say } = lived();
    say('first');
    nextFrame();
    rest();
    expect([seen.laid, shown()]).toEqual([0, 'before']);
    say('second');
    nextFrame();
    expect([seen.laid, shown()]).toEqual([1, 'before']);
    say('third');
    nextFrame();
    expect([seen.laid, shown()]).toEqual([1, 'third']);
    expect(frames).toEqual([]);
    say('fourth');
    nextFrame();
    rest();
    for (let frame = 0; frame < 2; frame += 1) nextFrame();
    expect([seen.laid, shown()]).toEqual([2, 'fourth']);
  });
});

test('D5: patches wait together until a person rests', () => {
  createRoot(() => {
    const { seen, atRest, nextFrame, rest, shown, say } = lived();
    for (const name of ['first', 'second', 'third']) {
      say(name);
      for (let frame = 0; frame < 5; frame += 1) nextFrame();
    }
    expect([seen.laid, shown(), atRest.length]).toEqual([0, 'before', 1]);
    rest();
    for (let frame = 0; frame < 2; frame += 1) nextFrame();
    expect([seen.laid, shown()]).toEqual([1, 'third']);
  });
});

test('D5: a feed that is lost is told without waiting until a person rests, also while a patch waits', () => {
  createRoot(() => {
    const { seen, nextFrame, rest, shown, step, say, lose } = lived();
    say('first');
    nextFrame();
    lose();
    for (let frame = 0; frame < 3; frame += 1) nextFrame();
    expect([seen.laid, shown(), step()]).toEqual([1, 'first', 'connecting']);
    rest();
    for (let frame = 0; frame < 3; frame += 1) nextFrame();
    expect(shown()).toBe('first');
  });
});
