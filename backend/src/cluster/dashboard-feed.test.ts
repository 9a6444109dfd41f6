import { expect, test } from 'vitest';
import { createDashboardFeed, userRoom } from './dashboard-feed.ts';
import { createRooms } from './node-messaging.ts';

test('D17: an empty list of read messages is refused, because nodes take it for all messages', () => {
  const rooms = createRooms();
  const published: unknown[] = [];
  rooms.listen(userRoom('ada'), (message) => void published.push(message));
  const feed = createDashboardFeed(rooms);
  expect(() => feed.messagesRead('ada', [])).toThrow('no messages were named');
  feed.messagesRead('ada', null);
  feed.messagesRead('ada', ['one']);
  expect(published).toEqual([
    { type: 'reads', ids: [] },
    { type: 'reads', ids: ['one'] },
  ]);
});
