import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRooms, type Carrier } from './node-messaging.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';

/** A node's rooms, and what another node seems to say to it. */
function openRooms() {
  let receive: (room: string, message: unknown) => void = () => {};
  const carrier: Carrier = { send: () => {}, receive: (hear) => void (receive = hear) };
  const caught: unknown[] = [];
  let dropped = 0;
  const rooms = createRooms(carrier, {
    caught: (error) => void caught.push(error),
    dropped: () => void (dropped += 1),
  });
  return {
    rooms,
    caught,
    receive: (room: unknown, message: unknown) => receive(room as string, message),
    dropped: () => dropped,
  };
}

it.each([
  [`device:${ID}`, { type: 'tell' }, true],
  [`device:${ID}`, { type: 'bulk', bulkId: ID }, true],
  [`device:${ID}`, { type: 'bulk', bulkId: 7 }, false],
  // Orders of a former version.
  [`device:${ID}`, { type: 'send', event: 'sign:deleted', payload: { reason: 'x' } }, false],
  [`device:${ID}`, { type: 'send', event: 'sign:reboot_device', payload: { commandId: ID, expiresAt: ID } }, false],
  [`device:${ID}`, { type: 'cut' }, false],
  [`device:${ID}`, { type: 'no such word' }, false],
  [`organization:${ID}`, { type: 'signs', ids: [ID] }, true],
  [`organization:${ID}`, { type: 'signs', ids: [7] }, false],
  [`organization:${ID}`, { type: 'signs' }, false],
  [`organization:${ID}`, null, false],
  [`organization:${ID}`, { type: 'clones', ids: [ID] }, true],
  [`organization:${ID}`, { type: 'claims', ids: [ID] }, false],
  [`organization:${ID}`, { type: 'event', event: 'command:update', message: {} }, false],
  [`user:${ID}`, { type: 'claims', ids: [ID] }, true],
  [`user:${ID}`, { type: 'notifications', ids: [ID] }, true],
  [`user:${ID}`, { type: 'reads', ids: [ID] }, true],
  [`user:${ID}`, { type: 'reads', ids: [] }, true],
  [`user:${ID}`, { type: 'reads', ids: [ID], unreadCount: 0 }, true],
  [`user:${ID}`, { type: 'reads', ids: null }, false],
  [`organization:${ID}`, { type: 'reads', ids: [ID] }, false],
  [`user:${ID}`, { type: 'event', event: 'presence:warm_up', message: { warmUps: [] } }, false],
  [`user:${ID}`, { type: 'constructor', ids: [ID] }, false],
  ['warm-ups', {}, true],
  [7, {}, false],
])('A5: in %s another node’s %j is heard: %s', (room, message, isHeard) => {
  const { rooms, receive, caught, dropped } = openRooms();
  const heard: unknown[] = [];
  rooms.listen(String(room), (told) => heard.push(told));
  receive(room, message);
  expect([heard, dropped(), caught]).toEqual([isHeard ? [message] : [], isHeard ? 0 : 1, []]);
});

it('A5: whatever another node says in whichever room is heard or dropped, and nothing is thrown', () => {
  const { rooms, receive, caught } = openRooms();
  const room = fc.oneof(fc.constantFrom(`device:${ID}`, `organization:${ID}`, `user:${ID}`), fc.anything());
  rooms.listen(`organization:${ID}`, (told) => void (told as { type: string }).type.length);
  fc.assert(
    fc.property(room, fc.anything(), (name, message) => void receive(name, message)),
    { numRuns: 2_000 },
  );
  expect(caught).toEqual([]);
});
