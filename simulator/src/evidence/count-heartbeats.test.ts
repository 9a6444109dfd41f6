import { expect, test } from 'vitest';
import { createHeartbeatCounter } from './count-heartbeats.ts';

test('an ack counts for one heartbeat, and a second ack for the same one is unasked', () => {
  const counter = createHeartbeatCounter();
  counter.sent(1, 100);
  expect(counter.acked(1, 103)).toBe(3);
  expect(counter.acked(1, 104)).toBeNull();
  expect(counter.acked(7, 104)).toBeNull();
  expect(counter.count()).toEqual({ sent: 1, acked: 1, unasked: 2, inFlight: 0, lost: 0 });
});

test('when a connection ends, one unanswered heartbeat is in flight and more are lost', () => {
  const counter = createHeartbeatCounter();
  counter.sent(1, 0);
  counter.connectionEnded();
  counter.sent(2, 0);
  counter.sent(3, 0);
  counter.connectionEnded();
  expect(counter.count()).toEqual({ sent: 3, acked: 0, unasked: 0, inFlight: 2, lost: 1 });
});
