import type { Notification } from '@sign-display/contracts/rest/notifications';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrived,
  byDay,
  isSelected,
  isUnreadBelow,
  marked,
  released,
  unmarked,
  unreadIds,
  withOlder,
  withReread,
  type MessageList,
  type MessagePage,
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
const AT = '2026-11-14T19:00:00.000Z';
const withNewest = (list: MessageList | undefined, page: MessagePage): MessageList =>
  withReread(list, page, { isUnread: false, below: undefined, at: AT });
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

/** A service with an inbox that gives at most `size` messages a page, and a page of the dashboard that shows it under a filter. */
function createModel(isUnread: boolean, size: number) {
  const service: Notification[] = [];
  const filter = { eventId: undefined, isUnread };
  function pageBelow(cursor: string | null, limit = size): MessagePage {
    const all = service.filter((one) => isSelected(filter, one)).toReversed();
    const from = cursor === null ? all : all.filter(({ id }) => id < cursor);
    const items = from.slice(0, limit);
    return { items, nextCursor: from.length > limit ? items.at(-1)!.id : null };
  }
  function createPage() {
    let list = withReread(undefined, pageBelow(null, 2), { isUnread, below: undefined, at: AT });
    return {
      list: () => list,
      arrived: (one: Notification, isHeld: boolean) => (list = arrived(list, one, isHeld)),
      marked: (ids: string[] | null) => (list = marked(list, ids, AT)),
      older: () => list.nextCursor !== null && (list = withOlder(list, pageBelow(list.nextCursor))),
      released: () => (list = released(list)),
      reconnect() {
        let page = pageBelow(null, Math.min(size, Math.max(2, list.items.length)));
        list = withReread(list, page, { isUnread, below: undefined, at: AT });
        while (isUnreadBelow(list, page)) {
          const below = page.items.at(-1);
          page = pageBelow(page.nextCursor);
          list = withReread(list, page, { isUnread, below, at: AT });
        }
      },
    };
  }
  return { service, createPage };
}

test('D17: a list that missed messages and read marks while it was disconnected becomes the list of a page that was always connected', () => {
  const step = fc.record({
    does: fc.constantFrom('arrive', 'read', 'read all', 'older', 'disconnect', 'reconnect'),
    nth: fc.nat(30),
    isHeld: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 2, max: 5 }),
      fc.nat(20),
      fc.array(step, { maxLength: 40 }),
      (...given) => {
        const [isUnread, size, before, steps] = given;
        const { service, createPage } = createModel(isUnread, size);
        for (let nth = 0; nth < before; nth += 1) service.push(message(nth));
        const [always, other] = [createPage(), createPage()];
        let isConnected = true;
        const pages = () => (isConnected ? [always, other] : [always]);
        const read = (ids: string[] | null): void => {
          for (const [at, one] of service.entries())
            if (ids === null || ids.includes(one.id)) service[at] = { ...one, readAt: one.readAt ?? AT };
          for (const page of pages()) page.marked(ids);
        };
        const does = {
          arrive: (_: number, isHeld: boolean) => {
            const one = message(service.length);
            service.push(one);
            for (const page of pages()) page.arrived(one, isHeld);
          },
          read: (nth: number) => read(service.slice(nth, nth + 1).map(({ id }) => id)),
          'read all': () => read(null),
          older: () => pages().forEach((page) => page.older()),
          disconnect: () => (isConnected = false),
          reconnect: () => {
            if (!isConnected) other.reconnect();
            isConnected = true;
          },
        };
        for (const { does: name, nth, isHeld } of steps) does[name](nth, isHeld);
        does.reconnect();
        for (const page of [always, other]) page.released();

        const [whole, now] = [always.list(), other.list()];
        isNewestFirst(now);
        const stored = new Map(service.map((one) => [one.id, one.readAt]));
        for (const { id, readAt } of now.items) expect(readAt).toBe(stored.get(id));
        // A page of unread messages never shows those that arrived and were read in the gap.
        const shownBy = ({ items }: MessageList) => items.filter(({ readAt }) => !isUnread || readAt === null);
        const [all, own] = [shownBy(whole), shownBy(now)];
        const both = Math.min(all.length, own.length);
        expect(own.slice(0, both)).toEqual(all.slice(0, both));
        // Either list may reach farther. The other one then has a button for the older messages.
        if (own.length < all.length) expect(now.nextCursor).not.toBe(null);
        if (own.length > all.length) expect(whole.nextCursor).not.toBe(null);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('D17: read marks of 5,000 messages that were missed are read page by page, until no older message of the list is unread', () => {
  const { service, createPage } = createModel(false, 200);
  for (let nth = 0; nth < 5_000; nth += 1) service.push(message(nth));
  const page = createPage();
  while (page.list().nextCursor !== null) page.older();
  for (const [at, one] of service.entries()) service[at] = { ...one, readAt: AT };
  page.reconnect();
  expect([page.list().items.length, unreadIds(page.list())]).toEqual([5_000, []]);
});

test('D17: a read mark reaches its message and no other, and can be taken back', () => {
  const at = AT;
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
