import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NONE_UNREAD, stepUnread, type UnreadEvent } from './unread-count.ts';

/** Models a service with an inbox. Its socket keeps the order of messages, and its responses may be late. */
function createModel() {
  let state = NONE_UNREAD;
  let unread = 0;
  const socket: UnreadEvent[] = [];
  let answer: number | null = null;
  const take = (event: UnreadEvent): void => {
    const [next, asks] = stepUnread(state, event);
    state = next;
    if (asks) answer = unread;
  };
  const deliver = (): void => {
    const event = socket.shift();
    if (event) take(event);
  };
  const reply = (): void => {
    if (answer === null) return;
    const count = answer;
    answer = null;
    take({ is: 'answered', count });
  };
  const marked = (): void => void socket.push({ is: 'marked', count: unread });
  return {
    count: () => state.count,
    isQuiet: () => socket.length === 0 && answer === null,
    deeds: {
      arrive: () => {
        unread += 1;
        socket.push({ is: 'arrived' });
      },
      'read elsewhere': () => {
        if (unread === 0) return;
        unread -= 1;
        marked();
      },
      'read here': () => {
        if (unread === 0) return;
        take({ is: 'expected', by: 1 });
        unread -= 1;
        marked();
      },
      'read all': () => {
        unread = 0;
        marked();
      },
      deliver,
      reply,
      reconnect: () => take({ is: 'wanted' }),
    },
    unread: () => unread,
  };
}

test('D17: once all messages and responses have arrived, in any order, the bell shows the service’s unread count', () => {
  const names = Object.keys(createModel().deeds) as (keyof ReturnType<typeof createModel>['deeds'])[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 40 }), (steps) => {
      const model = createModel();
      for (const step of steps) model.deeds[step]();
      model.deeds.reconnect();
      for (let left = 200; !model.isQuiet() && left > 0; left -= 1) {
        model.deeds.deliver();
        model.deeds.reply();
      }
      expect(model.isQuiet()).toBe(true);
      expect(model.count()).toBe(model.unread());
    }),
    { numRuns: 1_000 },
  );
});

test('D17: a message that arrives while the unread count is being read is not lost', () => {
  const model = createModel();
  model.deeds.reconnect();
  model.deeds.arrive();
  model.deeds.deliver();
  expect(model.count()).toBe(1);
  model.deeds.reply();
  expect(model.count()).toBe(1);
  model.deeds.reply();
  expect([model.count(), model.isQuiet()]).toEqual([1, true]);
});
