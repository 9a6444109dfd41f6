import { createClient } from '@sign-display/client/client';
import { expect, test } from 'vitest';
import { createSession } from './session.ts';

const ME = { user: { id: 'ana' }, organizations: [] };

/** A service that signs out as the test says. */
function build(status: number) {
  const forgotten: string[] = [];
  const client = createClient({
    origin: '',
    fetch: async (url) =>
      url === '/api/me' ? Response.json(ME) : Response.json(status === 200 ? {} : { code: 'unavailable' }, { status }),
  });
  return { forgotten, session: createSession(client, (userId) => forgotten.push(userId)) };
}

test('who signs out is forgotten by this browser', async () => {
  const { session, forgotten } = build(200);
  await session.ask();
  await session.signOut();
  expect([session.state().is, forgotten]).toEqual(['signed-out', ['ana']]);
});

test('a session that could not be ended forgets nobody', async () => {
  const { session, forgotten } = build(503);
  await session.ask();
  expect(await session.signOut()).toMatchObject({ code: 'unavailable' });
  expect([session.state().is, forgotten]).toEqual(['signed-in', []]);
});
