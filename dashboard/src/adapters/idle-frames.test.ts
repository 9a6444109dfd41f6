import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDLE_WITHIN_FRAMES, createIdleFrames } from './idle-frames.ts';

/** Frames that a test draws one after the other. */
function drawn() {
  let asked: (() => void)[] = [];
  let answering = false;
  const atIdleFrame = createIdleFrames({
    atNextFrame: (look) => void asked.push(look),
    isAnswering: () => answering,
  });
  function frame(isAnswering: boolean): void {
    answering = isAnswering;
    const now = asked;
    asked = [];
    for (const look of now) look();
  }
  return { atIdleFrame, frame, isAsked: () => asked.length > 0 };
}

const FRAMES = fc.array(fc.record({ tasks: fc.nat(3), isAnswering: fc.boolean() }), { maxLength: 60 });

test('D5: what nobody waits for runs in its order, one task a frame, and none is lost', () => {
  fc.assert(
    fc.property(FRAMES, (frames) => {
      const { atIdleFrame, frame, isAsked } = drawn();
      const ran: number[] = [];
      let given = 0;
      const step = (tasks: number, isAnswering: boolean): void => {
        const before = ran.length;
        for (let one = 0; one < tasks; one += 1) {
          const nth = given;
          given += 1;
          atIdleFrame(() => void ran.push(nth));
        }
        frame(isAnswering);
        expect(ran.length - before).toBeLessThanOrEqual(1);
      };
      for (const { tasks, isAnswering } of frames) step(tasks, isAnswering);
      while (isAsked()) step(0, false);
      expect(ran).toEqual(Array.from({ length: given }, (_, nth) => nth));
    }),
  );
});

test('D5: a task lets frames pass that answer a person, and no more than three of them', () => {
  const { atIdleFrame, frame } = drawn();
  const ran: string[] = [];
  atIdleFrame(() => void ran.push('first'));
  atIdleFrame(() => void ran.push('second'));
  for (let passed = 0; passed < IDLE_WITHIN_FRAMES; passed += 1) frame(true);
  expect(ran).toEqual([]);
  frame(true);
  expect(ran).toEqual(['first']);
  frame(true);
  expect(ran).toEqual(['first', 'second']);
});

test('D5: of the frames that a task waits for only those that answer a person are counted', () => {
  const { atIdleFrame, frame } = drawn();
  const ran: string[] = [];
  for (let nth = 0; nth <= IDLE_WITHIN_FRAMES; nth += 1) atIdleFrame(() => void ran.push('before'));
  atIdleFrame(() => void ran.push('last'));
  for (let nth = 0; nth <= IDLE_WITHIN_FRAMES; nth += 1) frame(false);
  for (let passed = 0; passed < IDLE_WITHIN_FRAMES; passed += 1) frame(true);
  expect(ran).not.toContain('last');
  frame(true);
  expect(ran.at(-1)).toBe('last');
});

test('D5: a task that fails holds none of those after it', () => {
  const { atIdleFrame, frame } = drawn();
  const ran: string[] = [];
  atIdleFrame(() => {
    atIdleFrame(() => void ran.push('asked by the first'));
    throw new Error('of the first');
  });
  atIdleFrame(() => void ran.push('second'));
  expect(() => frame(false)).toThrow('of the first');
  frame(false);
  frame(false);
  expect(ran).toEqual(['second', 'asked by the first']);
});
