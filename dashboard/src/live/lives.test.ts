import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createRoot } from 'solid-js';
import { expect, test } from 'vitest';
import type { Feed } from './feed.ts';
import { createLives } from './lives.ts';
import type { FeedPorts, RunFeed } from './run-feed.ts';
import { signsOf, withPatches, type Signs } from './signs.ts';

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

test('D1: a patch is laid over the signs in a frame after its message, and shown in the next; patches meanwhile are shown with it', () => {
  const frames: (() => void)[] = [];
  const nextFrame = () => frames.splice(0).forEach((task) => task());
  let laid = 0;
  let signs = signsOf([{ id: 'a', name: 'before' } as SignRow]);
  let changed = (): void => {};
  const runFeed = ((_ports, _subscription, tell) => {
    changed = tell;
    return { feed: () => ({ signs: watched(signs, () => (laid += 1)) }) as Feed };
  }) as RunFeed;
  const say = (name: string): void => {
    signs = withPatches(signs, [{ changes: [{ id: 'a', name }], removed: [] }]);
    changed();
  };
  const inFrame = (task: () => void) => void frames.push(task);
  const page = { atNextFrame: inFrame, atCalmFrame: inFrame, atRest: inFrame };
  createRoot(() => {
    const { feed } = createLives({ page } as unknown as FeedPorts).of({ organizationId: 'one' }, runFeed);
    const shown = () => feed().signs?.get('a')?.name;
    say('first');
    nextFrame();
    expect([laid, shown()]).toEqual([0, 'before']);
    say('second');
    nextFrame();
    expect([laid, shown()]).toEqual([1, 'before']);
    say('third');
    nextFrame();
    expect([laid, shown()]).toEqual([1, 'third']);
    expect(frames).toEqual([]);
    say('fourth');
    for (let frame = 0; frame < 3; frame += 1) nextFrame();
    expect([laid, shown()]).toEqual([2, 'fourth']);
  });
});
