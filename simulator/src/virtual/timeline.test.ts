import { expect, test } from 'vitest';
import { createTimeline } from './timeline.ts';

test('S3: whoever waits for less than a microsecond, and asks then whether it is time, is told so at last', () => {
  const timeline = createTimeline();
  const clock = timeline.clock('sign');
  // What a sign computes from the backend's time has fractions of a microsecond.
  const untilMs = 100.000_300_4;
  let isOver = false;
  const look = (): void => {
    const leftMs = untilMs - clock.monotonicMs();
    isOver = !(leftMs > 0);
    if (!isOver) clock.after(leftMs, look);
  };
  look();
  timeline.step();
  if (timeline.nextMs() < Infinity) timeline.step();
  expect(isOver).toBe(true);
  expect(timeline.nowMs()).toBe(100.001);
});

test('a timer of no time runs in the same moment, after what was entered before it', () => {
  const timeline = createTimeline();
  const ran: string[] = [];
  timeline.after(0, 'first', () => void ran.push('first'));
  timeline.clock('sign').after(0, () => void ran.push('second'));
  timeline.step();
  timeline.step();
  expect(ran).toEqual(['first', 'second']);
  expect(timeline.nowMs()).toBe(0);
});
