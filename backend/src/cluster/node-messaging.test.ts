import { expect, it } from 'vitest';
import { createRooms, type Carrier } from './node-messaging.ts';

/** Two nodes that hear each other. */
function makePair() {
  const hearing: ((room: string, message: unknown) => void)[] = [];
  const carrierOf = (self: number): Carrier => ({
    send: (room, message) => hearing.forEach((hear, node) => node !== self && hear(room, message)),
    receive: (hear) => void (hearing[self] = hear),
  });
  return [createRooms(carrierOf(0)), createRooms(carrierOf(1))] as const;
}

it('R2: a message reaches every listener of its room once, on both nodes, and nobody else', () => {
  const [one, two] = makePair();
  const heard: string[] = [];
  one.listen('a', (message) => heard.push(`one: ${String(message)}`));
  two.listen('a', (message) => heard.push(`two: ${String(message)}`));
  two.listen('b', () => heard.push('another room'));
  one.publish('a', 'hello');
  expect(heard).toEqual(['one: hello', 'two: hello']);
});

it('who stopped listening hears nothing, also when stopped by the message itself', () => {
  const rooms = createRooms();
  const heard: string[] = [];
  const stop = rooms.listen('a', () => {
    stop();
    heard.push('first');
  });
  rooms.listen('a', () => heard.push('second'));
  rooms.publish('a', null);
  rooms.publish('a', null);
  expect(heard).toEqual(['first', 'second', 'second']);
});

it('R3: what another node has sent and a listener can not take is dropped with one complaint, and the others hear it', () => {
  const complaints: unknown[] = [];
  let receive: (room: string, message: unknown) => void = () => {};
  const carrier: Carrier = { send: () => {}, receive: (hear) => void (receive = hear) };
  const rooms = createRooms(carrier, { caught: (error) => complaints.push(String(error)), dropped: () => {} });
  const heard: unknown[] = [];
  rooms.listen('a', (message) => heard.push((message as { of: { a: unknown } }).of.a));
  rooms.listen('a', (message) => heard.push(message));
  receive('a', null);
  expect([heard, complaints]).toEqual([[null], [expect.stringMatching(/TypeError/)]]);
});
