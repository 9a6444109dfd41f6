import type { Notification } from '@sign-display/contracts/rest/notifications';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrived,
  byDay,
  isSelected,
  marked,
  released,
  unmarked,
  unreadIds,
  withNewest,
  withOlder,
  type MessageList,
} from './message-list.ts';

const FROM_MS = Date.parse('2026-11-14T18:00:00Z');
const message = (nth: number, more: Partial<Notification> = {}): Notification => ({
  id: `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  at: new Date(FROM_MS + nth * 1_000).toISOString(),
  kind: 'sign_offline',
  organizationId: null,
  event: { id: nth % 2 === 0 ? 'even' : 'odd', name: 'Event' },
  signs: [],
  signCount: 1,
  outageIds: [],
  title: `Message ${nth}`,
  text: '',
  readAt: null,
  channels: [],
  ...more,
});
const nths = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 30 });
const isNewestFirst = ({ items }: MessageList) =>
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );

test('D17: messages that arrive in any order, even twice or while the list is being read, are each shown once, newest first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean())), nths, (steps, known) => {
      let list = withNewest(undefined, { items: known.map((nth) => message(nth)), nextCursor: null });
      for (const [nth, isHeld] of steps) {
        const before = list.items;
        list = arrived(list, message(nth), isHeld);
        if (isHeld) expect(list.items).toBe(before);
      }
      list = released(list);
      isNewestFirst(list);
      expect(new Set(list.items.map(({ id }) => id)).size).toBe(list.items.length);
      expect(list.items.length).toBe(new Set([...known, ...steps.map(([nth]) => nth)]).size);
    }),
  );
});

test('D17: the pages of an inbox make up the whole inbox, even if messages arrive in between', () => {
  fc.assert(
    fc.property(nths, fc.integer({ min: 1, max: 7 }), (known, size) => {
      const all = known.map((nth) => message(nth)).toSorted((a, b) => b.at.localeCompare(a.at));
      const page = (from: number) => ({
        items: all.slice(from, from + size),
        nextCursor: from + size < all.length ? String(from + size) : null,
      });
      let list = arrived(withNewest(undefined, page(0)), message(100), false);
      while (list.nextCursor !== null) list = withOlder(list, page(Number(list.nextCursor)));
      expect(list.items).toEqual([message(100), ...all]);
    }),
  );
});

test('D17: a list that is read again after a gap has no hole: it starts anew if the new page does not reach the known messages', () => {
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => message(to - 1 - nth)) as Notification[];
  const list = withNewest(undefined, { items: items(0, 5), nextCursor: null });
  const far = withNewest(list, { items: items(20, 25), nextCursor: 'more' });
  expect([far.items.length, far.nextCursor]).toEqual([5, 'more']);
  const near = withNewest(list, { items: items(4, 9), nextCursor: 'more' });
  expect([near.items.length, near.nextCursor]).toEqual([9, null]);
});

test('D17: a read mark reaches its message and no other, and can be reverted', () => {
  const at = '2026-11-14T19:00:00.000Z';
  fc.assert(
    fc.property(nths, nths, (known, named) => {
      const list = arrived(
        withNewest(undefined, { items: known.map((nth) => message(nth)), nextCursor: null }),
        message(100),
        true,
      );
      const ids = named.map((nth) => message(nth).id);
      const after = marked(list, ids, at);
      expect(unreadIds(after)).toEqual(unreadIds(list).filter((id) => !ids.includes(id)));
      expect(unmarked(after, ids, at)).toEqual(list);
      expect(unreadIds(marked(list, null, at))).toEqual([]);
    }),
  );
});

test('D17: the filters select by event and by read mark', () => {
  const all = [message(1), message(2), message(3, { readAt: message(3).at }), message(4, { event: null })];
  const shown = (eventId: string | undefined, isUnread: boolean) =>
    all.filter((one) => isSelected({ eventId, isUnread }, one)).map(({ title }) => title);
  expect(shown(undefined, false)).toHaveLength(4);
  expect(shown('odd', false)).toEqual(['Message 1', 'Message 3']);
  expect(shown('odd', true)).toEqual(['Message 1']);
});

test('D17: each message is listed under its day', () => {
  const days = byDay([message(2), message(1)], ({ at }) => at.slice(0, 10));
  expect([...days]).toEqual([['2026-11-14', [message(2).id, message(1).id]]]);
  expect([...byDay([], () => '')]).toEqual([]);
});
