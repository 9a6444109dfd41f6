import { createClient } from '@sign-display/client/client';
import { describe, expect, test } from 'vitest';
import type { PreferenceStore } from './preferences.ts';
import { createSession } from './session.ts';

const ME = { user: { id: 'ana' }, organizations: [] };

function keeping(): PreferenceStore {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  };
}

/** A service that signs out as the test says. */
function build(status: number) {
  const forgotten: [string, string][] = [];
  const client = createClient({
    origin: '',
    fetch: async (url) =>
      url === '/api/me' ? Response.json(ME) : Response.json(status === 200 ? {} : { code: 'unavailable' }, { status }),
  });
  const store = keeping();
  return { forgotten, store, session: createSession(client, store, (...ended) => forgotten.push(ended)) };
}

test('who signs out is forgotten by this browser', async () => {
  const { session, forgotten } = build(200);
  await session.ask();
  await session.signOut();
  expect([session.state().is, forgotten]).toEqual(['signed-out', [['ana', 'signed out']]]);
});

test('a session that could not be ended forgets nobody', async () => {
  const { session, forgotten } = build(503);
  await session.ask();
  expect(await session.signOut()).toMatchObject({ code: 'unavailable' });
  expect([session.state().is, forgotten]).toEqual(['signed-in', []]);
});

describe('D3: that a session has ended is said where one did', () => {
  const stranger = createClient({
    origin: '',
    fetch: async () => Response.json({ code: 'unauthenticated' }, { status: 401 }),
  });
  const stateOf = async (store: PreferenceStore, forgotten: [string, string][] = []) => {
    const session = createSession(stranger, store, (...ended) => forgotten.push(ended));
    await session.ask();
    return session.state();
  };

  test('not to who never was signed in here', async () => {
    expect(await stateOf(keeping())).toEqual({ is: 'signed-out', hasEnded: false });
  });

  test('to who was, also when the page is loaded again', async () => {
    const { session, store } = build(200);
    await session.ask();
    expect(await stateOf(store)).toEqual({ is: 'signed-out', hasEnded: true });
    expect(await stateOf(store)).toEqual({ is: 'signed-out', hasEnded: true });
  });

  test('X9: a browser whose session ended elsewhere forgets the person, also when the page is loaded again', async () => {
    const { session, store } = build(200);
    await session.ask();
    const forgotten: [string, string][] = [];
    await stateOf(store, forgotten);
    expect(forgotten).toEqual([['ana', 'ended elsewhere']]);
    forgotten.length = 0;
    await stateOf(keeping(), forgotten);
    expect(forgotten).toEqual([]);
  });

  test('not to who has signed out', async () => {
    const { session, store } = build(200);
    await session.ask();
    await session.signOut();
    expect(session.state()).toEqual({ is: 'signed-out', hasEnded: false });
    expect(await stateOf(store)).toEqual({ is: 'signed-out', hasEnded: false });
  });
});

test('A2: a role that forbids is asked anew, and what the person may is known from then on; another refusal asks nothing', async () => {
  let role = 'operator';
  let asks = 0;
  const client = createClient({
    origin: '',
    fetch: async () => {
      asks += 1;
      return Response.json({ user: { id: 'ana' }, organizations: [{ id: 'o', name: 'Opera', role }] });
    },
  });
  const session = createSession(client, keeping(), () => undefined);
  await session.ask();
  const before = session.state();
  await session.refused('forbidden');
  expect(session.state(), 'a page that is told anew who this is loses what it has read').toBe(before);
  asks = 1;
  role = 'viewer';
  await session.refused('sign_not_connected');
  expect(asks).toBe(1);
  await session.refused('forbidden');
  expect(session.state()).toMatchObject({ is: 'signed-in', me: { organizations: [{ role: 'viewer' }] } });
});
