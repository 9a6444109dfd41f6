import { Unreachable, type Client } from '@sign-display/client/client';
import type { Problem } from '@sign-display/contracts/rest/problem';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { createSignal, type Accessor } from 'solid-js';
import type { PreferenceStore } from './browser-preferences.ts';

/** Who uses the pages. `hasEnded`: somebody was signed in here, and did not sign out. `failed`: the service could not be asked; it may be there again in a moment. */
export type SessionState =
  | { is: 'asking' }
  | { is: 'signed-out'; hasEnded: boolean }
  | { is: 'signed-in'; me: MeResponse }
  | { is: 'failed'; trouble: Trouble };

/** Why something was not done: what the service refused, or null where no reply came. */
export type Trouble = Problem | null;

/** Asks, and takes a reply that did not come as a value; what else is thrown is a mistake of ours. */
export async function asked<Answer extends { ok: boolean }>(
  answer: Promise<Answer>,
): Promise<Answer | { ok: false; body: null }> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, body: null };
    throw error;
  }
}

/** A sign-in whose password was right, and whose code must follow. `challenge`: the service's own token for it, which goes with the code. */
export interface CodeSignIn {
  email: string;
  challenge: string;
}

export interface Session {
  state: Accessor<SessionState>;
  /** Asks the service who this is. */
  ask(): Promise<void>;
  /** Asks again. The page stays as it is where no answer comes, and where nothing changed. */
  askAgain(): Promise<void>;
  /** A route refused this person: asks anew what they may do, where their role or their first password was why. */
  refused(code: string): Promise<void>;
  /** Who this is, of an answer that signed in. */
  take(me: MeResponse): void;
  /** Resolves with why not; with undefined when signed in, or when the password was right and `codeFor` waits for a code. */
  signIn(email: string, password: string): Promise<Trouble | undefined>;
  /** The sign-in that waits for a code (A7), or null. Other tabs share the browser's cookies, but not this. */
  codeFor: Accessor<CodeSignIn | null>;
  /** Goes back to the password. */
  dropCode(): void;
  signOut(): Promise<Trouble | undefined>;
  /**
   * Another tab signed this person in, and all tabs share the cookie. Returns whether the pages here show somebody else: they leave the document, and
   * have to be loaded anew. An answer that is under way is ignored, and `ask` asks again.
   */
  leaveTo(userId: string): boolean;
  /** The printed first password, if the person has just typed it and must replace it. It is in memory only. */
  firstPassword(): string | null;
  /** Replaces the printed first password. Resolves with why not; with undefined when the person may go on. */
  replaceFirstPassword(currentPassword: string, newPassword: string): Promise<Trouble | undefined>;
}

/** After these refusals the person may be another, or may do less than before. */
const WORTH_ASKING: ReadonlySet<string> = new Set(['forbidden', 'mfa_required', 'password_change_required']);

/** Of `change-password`: the service names no field where the current password is wrong. */
export const isWrongPassword = (why: Trouble): boolean => why?.code === 'validation_failed' && !why.errors;

/** Its name in what this browser stores: the id of the person who is signed in, until they sign out. */
export const KEPT = 'signed-in';

/** How a session ended: the person signed out here, or the service ended it. */
export type SessionEnd = 'signed out' | 'ended elsewhere';

/**
 * The session of the browser's cookie, which no script can see: `store` keeps whose it is. `forget` drops what this browser stores of a person whose session
 * has ended.
 */
export function createSession(
  client: Client,
  store: PreferenceStore,
  forget: (userId: string, end: SessionEnd) => void,
): Session {
  const [state, setState] = createSignal<SessionState>({ is: 'asking' });
  const [codeFor, setCodeFor] = createSignal<CodeSignIn | null>(null);
  let typedPassword: string | null = null;

  function take(me: MeResponse): void {
    if (!me.passwordChangeRequired) typedPassword = null;
    store.set(KEPT, me.user.id);
    setState({ is: 'signed-in', me });
    setCodeFor(null);
  }

  /** An answer that was requested before a sign-out is about the session that has ended. */
  let signOuts = 0;
  /** An answer that was requested before another tab signed a person in may be about the session before. */
  let signInsElsewhere = 0;

  async function ask(): Promise<void> {
    const before = { signOuts, signInsElsewhere };
    const answer = await asked(client.call('GET /api/me'));
    if (signOuts !== before.signOuts) return;
    if (signInsElsewhere !== before.signInsElsewhere) return await ask();
    if (answer.ok) take(answer.body);
    else if (answer.body?.code === 'unauthenticated') {
      const userId = store.get(KEPT);
      setState({ is: 'signed-out', hasEnded: userId !== null });
      // Only now: the claim page stores what it has when it is closed.
      if (userId !== null) forget(userId, 'ended elsewhere');
    } else setState({ is: 'failed', trouble: answer.body });
  }

  async function askAgain(): Promise<void> {
    const before = state();
    if (before.is !== 'signed-in') return;
    const answer = await asked(client.call('GET /api/me'));
    // Otherwise the page would lose what it has read.
    if (state() === before && answer.ok && JSON.stringify(answer.body) !== JSON.stringify(before.me)) take(answer.body);
  }

  return {
    state,
    ask,
    askAgain,
    refused: async (code) => {
      if (WORTH_ASKING.has(code)) await askAgain();
    },
    take,
    async signIn(email, password) {
      const answer = await asked(client.call('POST /api/auth/sign-in/email', { body: { email, password } }));
      if (!answer.ok) return answer.body;
      // The right password has opened no session: a code follows.
      if ('challenge' in answer.body) {
        setCodeFor({ email, challenge: answer.body.challenge });
        return undefined;
      }
      typedPassword = password;
      await ask();
      return undefined;
    },
    codeFor,
    dropCode: () => void setCodeFor(null),
    async signOut() {
      const answer = await asked(client.call('POST /api/auth/sign-out', { body: {} }));
      if (!answer.ok && answer.body?.code !== 'unauthenticated') return answer.body;
      const before = state();
      signOuts += 1;
      typedPassword = null;
      store.set(KEPT, null);
      setState({ is: 'signed-out', hasEnded: false });
      // After the page of the claim is gone, which keeps what it has.
      if (before.is === 'signed-in') forget(before.me.user.id, 'signed out');
      return undefined;
    },
    leaveTo(userId) {
      const before = state();
      signInsElsewhere += 1;
      if (before.is !== 'signed-in' || before.me.user.id === userId) return false;
      signOuts += 1;
      typedPassword = null;
      setState({ is: 'asking' });
      return true;
    },
    firstPassword: () => typedPassword,
    async replaceFirstPassword(currentPassword, newPassword) {
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const answer = await asked(client.call('POST /api/auth/change-password', { body }));
      // Another tab may have replaced it.
      if (answer.ok || isWrongPassword(answer.body)) await ask();
      return answer.ok ? undefined : answer.body;
    },
  };
}
