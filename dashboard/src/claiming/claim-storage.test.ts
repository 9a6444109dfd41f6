import { expect, test } from 'vitest';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import type { Attempt } from './claim-state.ts';
import { forgetClaim, type Drawer } from './forget-claim.ts';
import { createStorage } from './claim-storage.ts';

/** What `localStorage` does, for the tabs of one browser. `room`: how many documents it takes. */
function drawer(room = Infinity): Drawer & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, text) {
      if (!texts.has(key) && texts.size >= room) throw new Error('QuotaExceededError');
      texts.set(key, text);
    },
    removeItem: (key) => void texts.delete(key),
  };
}

const attempt = (requestId: string, madeWallMs: number): Attempt => ({
  requestId,
  purpose: { is: 'new' },
  body: { shortCode: '4QB50C', pendingId: 'p' },
  name: 'Bar 4',
  url: null,
  madeWallMs,
});

test('two tabs keep their attempts beside each other, and the newest is gone on with', () => {
  const shared = drawer();
  const [one, other] = [createStorage('ana', () => shared), createStorage('ana', () => shared)];
  expect(one.write({ ...NO_SAVED_CLAIM, attempt: attempt('a', 1) })).toBe(true);
  expect(other.write({ ...NO_SAVED_CLAIM, attempt: attempt('b', 2) })).toBe(true);
  expect(createStorage('ana', () => shared).read().attempt).toEqual(attempt('b', 2));
  // Its outcome is known: the other tab's is still there.
  other.write(NO_SAVED_CLAIM);
  expect(createStorage('ana', () => shared).read().attempt).toEqual(attempt('a', 1));
});

test('an attempt that a page went on with is removed by it when its outcome is known', () => {
  const shared = drawer();
  createStorage('ana', () => shared).write({ ...NO_SAVED_CLAIM, attempt: attempt('a', 1) });
  const next = createStorage('ana', () => shared);
  next.read();
  next.write(NO_SAVED_CLAIM);
  expect(createStorage('ana', () => shared).read()).toEqual(NO_SAVED_CLAIM);
});

test('nobody goes on with the attempt of another person on the same phone', () => {
  const shared = drawer();
  createStorage('ana', () => shared).write({ ...NO_SAVED_CLAIM, attempt: attempt('a', 1), lastName: 'Bar 4' });
  expect(createStorage('ben', () => shared).read()).toEqual(NO_SAVED_CLAIM);
});

test('storage that is full says so; one that is forbidden keeps and reads nothing', () => {
  const full = createStorage('ana', () => drawer(0));
  expect(full.write({ ...NO_SAVED_CLAIM, attempt: attempt('a', 1) })).toBe(false);
  const forbidden = createStorage('ana', () => {
    throw new Error('SecurityError');
  });
  expect(forbidden.write(NO_SAVED_CLAIM)).toBe(false);
  expect(forbidden.read()).toEqual(NO_SAVED_CLAIM);
});

test('an attempt that can’t be read is thrown away', () => {
  const shared = drawer();
  shared.setItem('claim ana attempt x', '{"version":1}');
  expect(createStorage('ana', () => shared).read()).toEqual(NO_SAVED_CLAIM);
  expect(shared.texts.size).toBe(0);
});

test('nothing that a person typed stays on the phone after they signed out', () => {
  const shared = drawer();
  createStorage('ana', () => shared).write({ ...NO_SAVED_CLAIM, lastName: 'Bar 4' });
  createStorage('ben', () => shared).write({ ...NO_SAVED_CLAIM, lastName: 'Kasse 11' });
  forgetClaim('ana', 'signed out', () => shared);
  expect([...shared.texts.keys()]).toEqual(['claim ben']);
  for (const text of ['{', '1', 'null', '{"lastName":"Bar 4"}']) {
    shared.setItem('claim ana', text);
    forgetClaim('ana', 'signed out', () => shared);
    expect([...shared.texts.keys()]).toEqual(['claim ben']);
  }
});

test('X9: a session that ended elsewhere leaves nothing stored, except a form that is open, without earlier pages', () => {
  const shared = drawer();
  const recentUrls = ['https://menus.example/?token=a'];
  createStorage('ana', () => shared).write({ ...NO_SAVED_CLAIM, recentUrls });
  forgetClaim('ana', 'ended elsewhere', () => shared);
  expect(shared.texts.size).toBe(0);
  const lastName = 'Bar 4';
  const recentLocations = ['Foyer'];
  createStorage('ana', () => shared).write({
    ...NO_SAVED_CLAIM,
    recentUrls,
    recentLocations,
    lastName,
    isInForm: true,
  });
  forgetClaim('ana', 'ended elsewhere', () => shared);
  expect(createStorage('ana', () => shared).read()).toEqual({ ...NO_SAVED_CLAIM, lastName, isInForm: true });
  createStorage('ana', () => shared).write({ ...NO_SAVED_CLAIM, recentUrls, attempt: attempt('a', 1) });
  forgetClaim('ana', 'ended elsewhere', () => shared);
  const { recentUrls: left, attempt: found } = createStorage('ana', () => shared).read();
  expect([left, found?.requestId]).toEqual([[], 'a']);
});

test('C4: who signs out while the outcome of a claim isn’t known finds it again', () => {
  const shared = drawer();
  const recent = { recentUrls: ['https://menus.example/?token=a'], recentLocations: ['Foyer'] };
  createStorage('ana', () => shared).write({
    ...NO_SAVED_CLAIM,
    ...recent,
    lastName: 'Bar 4',
    attempt: attempt('a', 1),
  });
  createStorage('ben', () => shared).write({ ...NO_SAVED_CLAIM, open: attempt('b', 1) });
  for (const person of ['ana', 'ben']) forgetClaim(person, 'signed out', () => shared);
  expect(createStorage('ana', () => shared).read()).toMatchObject({ recentUrls: [], recentLocations: [] });
  expect(createStorage('ana', () => shared).read()).toMatchObject({ lastName: 'Bar 4', attempt: { requestId: 'a' } });
  expect(createStorage('ben', () => shared).read().open).toMatchObject({ requestId: 'b' });
  expect(() =>
    forgetClaim('ana', 'signed out', () => {
      throw new Error('SecurityError');
    }),
  ).not.toThrow();
});
