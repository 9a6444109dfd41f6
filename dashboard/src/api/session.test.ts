import { createClient } from '@sign-display/client/client';
import { describe, expect, test } from 'vitest';
import type { PreferenceStore } from './browser-preferences.ts';
import { createSession, KEPT } from './session.ts';

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

test('a late answer of /api/me after the sign-out does not sign the person in again', async () => {
  const late = Promise.withResolvers<Response>();
  const client = createClient({
    origin: '',
    fetch: (url) => (url === '/api/me' ? late.promise : Promise.resolve(Response.json({}))),
  });
  const session = createSession(client, keeping(), () => undefined);
  const asking = session.ask();
  await session.signOut();
  late.resolve(Response.json(ME));
  await asking;
  expect(session.state()).toEqual({ is: 'signed-out', hasEnded: false });
});

test('A7: pages leave the document when another tab signs in another person', async () => {
  const { session, forgotten } = build(200);
  expect(session.leaveTo('bert')).toBe(false);
  await session.ask();
  expect([session.leaveTo('ana'), session.state().is]).toEqual([false, 'signed-in']);
  expect([session.leaveTo('bert'), session.state().is, forgotten]).toEqual([true, 'asking', []]);
});

test('A7: a page that is still asking who is signed in ignores the late answer about a person whom another tab has replaced', async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  const client = createClient({
    origin: '',
    fetch: () => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    },
  });
  const store = keeping();
  const session = createSession(client, store, () => undefined);
  const asking = session.ask();
  expect(session.leaveTo('bert')).toBe(false);
  answers[0]!.resolve(Response.json(ME));
  await expect.poll(() => answers.length).toBe(2);
  expect([session.state().is, store.get(KEPT)]).toEqual(['asking', null]);
  answers[1]!.resolve(Response.json({ ...ME, user: { id: 'bert' } }));
  await asking;
  expect(session.state()).toMatchObject({ is: 'signed-in', me: { user: { id: 'bert' } } });
});

test('A7: a page that leaves its document for another person takes no answer that is under way', async () => {
  const late = Promise.withResolvers<Response>();
  let asks = 0;
  const client = createClient({
    origin: '',
    fetch: () => ((asks += 1) === 1 ? Promise.resolve(Response.json(ME)) : late.promise),
  });
  const session = createSession(client, keeping(), () => undefined);
  await session.ask();
  const asking = session.ask();
  expect(session.leaveTo('bert')).toBe(true);
  late.resolve(Response.json(ME));
  await asking;
  expect([session.state().is, asks]).toEqual(['asking', 2]);
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

describe('X9: the printed first password', () => {
  /** A service whose owner still has the printed password, until they replace it. */
  function withFirstPassword() {
    let password = 'printed';
    const asked: string[] = [];
    const client = createClient({
      origin: '',
      fetch: async (url, { body }) => {
        asked.push(url);
        const typed = JSON.parse(body ?? '{}') as { currentPassword?: string; newPassword?: string };
        if (url === '/api/me')
          return Response.json({ ...ME, ...(password === 'printed' && { passwordChangeRequired: true }) });
        if (url !== '/api/auth/change-password') return Response.json({});
        if (typed.currentPassword !== password) return Response.json({ code: 'validation_failed' }, { status: 400 });
        password = typed.newPassword!;
        return Response.json({});
      },
    });
    return {
      asked,
      session: createSession(client, keeping(), () => undefined),
      other: (own: string) => (password = own),
    };
  }

  test('X9: a person who has just typed it need not type it again to replace it, and then is signed in for good', async () => {
    const { session } = withFirstPassword();
    await session.signIn('ana', 'printed');
    expect(session.state()).toMatchObject({ is: 'signed-in', me: { passwordChangeRequired: true } });
    expect(session.firstPassword()).toBe('printed');
    expect(await session.replaceFirstPassword('printed', 'own')).toBeUndefined();
    expect(session.state()).toEqual({ is: 'signed-in', me: ME });
    expect(session.firstPassword()).toBeNull();
  });

  test('X9: a page that is loaded again does not know it, and a session without it never does', async () => {
    const { session, other } = withFirstPassword();
    await session.ask();
    expect(session.firstPassword()).toBeNull();
    other('own');
    await session.signIn('ana', 'own');
    expect(session.firstPassword()).toBeNull();
  });

  test('X9: a person who signs out takes it with them', async () => {
    const { session } = withFirstPassword();
    await session.signIn('ana', 'printed');
    await session.signOut();
    expect(session.firstPassword()).toBeNull();
  });

  test('X9: a page whose printed password was replaced in another tab goes on', async () => {
    const { session, other } = withFirstPassword();
    await session.signIn('ana', 'printed');
    other('own');
    expect(await session.replaceFirstPassword('printed', 'mine')).toMatchObject({ code: 'validation_failed' });
    expect(session.state()).toEqual({ is: 'signed-in', me: ME });
  });

  test('X9: a page that the service refuses because of it asks who is signed in', async () => {
    const { session, other } = withFirstPassword();
    other('own');
    await session.ask();
    other('printed');
    await session.refused('password_change_required');
    expect(session.state()).toMatchObject({ me: { passwordChangeRequired: true } });
  });
});

describe('A7: an account with two-step sign-in', () => {
  const CHALLENGE = { twoFactorRedirect: true, twoFactorMethods: ['totp'], challenge: 'x' };
  /** A service that opens a session once `enter` was called. */
  function withSecondFactor() {
    let isOpen = false;
    const asked: string[] = [];
    const client = createClient({
      origin: '',
      fetch: async (url) => {
        asked.push(url);
        if (url !== '/api/me') return Response.json(CHALLENGE);
        return isOpen ? Response.json(ME) : Response.json({ code: 'unauthenticated' }, { status: 401 });
      },
    });
    const session = createSession(client, keeping(), () => undefined);
    return { session, asked, enter: () => (isOpen = true) };
  }

  test('A7: with two-step sign-in, the right password alone does not sign in, and the code then does', async () => {
    const { session, asked, enter } = withSecondFactor();
    expect(await session.signIn('ana@hall.example', 'own')).toBeUndefined();
    expect([session.state().is, session.codeFor(), asked]).toEqual([
      'asking',
      { email: 'ana@hall.example', challenge: 'x' },
      ['/api/auth/sign-in/email'],
    ]);
    enter();
    await session.ask();
    expect([session.state().is, session.codeFor()]).toEqual(['signed-in', null]);
  });

  test('A7: each tab retains the challenge of its own sign-in, also after another tab signs in', async () => {
    let count = 0;
    const client = createClient({
      origin: '',
      fetch: async () => Response.json({ ...CHALLENGE, challenge: `challenge ${(count += 1)}` }),
    });
    const store = keeping();
    const [first, second] = [0, 1].map(() => createSession(client, store, () => undefined));
    await first!.signIn('ana@hall.example', 'own');
    await second!.signIn('ben@hall.example', 'own');
    expect([first!.codeFor(), second!.codeFor()]).toEqual([
      { email: 'ana@hall.example', challenge: 'challenge 1' },
      { email: 'ben@hall.example', challenge: 'challenge 2' },
    ]);
  });

  test('A7: going back from the code to the password discards the pending sign-in', async () => {
    const { session } = withSecondFactor();
    await session.signIn('ana@hall.example', 'own');
    session.dropCode();
    expect([session.state().is, session.codeFor(), session.firstPassword()]).toEqual(['asking', null, null]);
  });

  test('A6: after an mfa_required answer, the session reads /api/me again and learns which organizations require a second factor', async () => {
    let mfaRequired = false;
    const client = createClient({
      origin: '',
      fetch: async () =>
        Response.json({ ...ME, organizations: [{ id: 'o', name: 'Opera', role: 'viewer', mfaRequired }] }),
    });
    const session = createSession(client, keeping(), () => undefined);
    await session.ask();
    mfaRequired = true;
    await session.refused('mfa_required');
    expect(session.state()).toMatchObject({ me: { organizations: [{ mfaRequired: true }] } });
  });
});
