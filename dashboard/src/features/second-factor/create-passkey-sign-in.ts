import { createSignal, onCleanup, onMount } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { errorText } from '../error-text.ts';
import { closePrompt, fetchPromptAhead, promptForPasskey, type PromptEnd } from './passkey-prompt.ts';
import { useSecondFactorTools } from './second-factor-context.ts';

/** Why a passkey did not sign in: the prompt ended without one, or the service refused it. */
type Ending = { end: PromptEnd } | { trouble: Trouble };

/** What a page says of the sign-in. `waiting`: the prompt is open. `calm`: nothing is wrong, and nothing has changed. */
export interface PasskeyNote {
  is: 'waiting' | 'calm' | 'wrong';
  text: string;
}

/**
 * Signs in with a passkey alone (A7). In a session it opens another session, of the passkey's person; then the page is loaded anew, because its connections belong
 * to the old session.
 */
export function createPasskeySignIn() {
  const { words, client, session } = useSecondFactorTools();
  const said = words.passkeys;
  const [isWaiting, setWaiting] = createSignal(false);
  const [ending, setEnding] = createSignal<Ending>();
  /** The try under way. Once `isSent`, the service may open the session, and nothing can cancel that. */
  let current = { isCancelled: false, isSent: false };
  onMount(fetchPromptAhead);

  function cancel(): void {
    if (!isWaiting() || current.isSent) return;
    current.isCancelled = true;
    setWaiting(false);
    void closePrompt();
  }
  onCleanup(cancel);

  async function signIn(mine: typeof current): Promise<Ending | undefined> {
    const offer = await asked(client.call('POST /api/auth/passkey/generate-authenticate-options', { body: {} }));
    if (mine.isCancelled) return undefined;
    if (!offer.ok) return { trouble: offer.body };
    const given = await promptForPasskey(offer.body.options);
    if (mine.isCancelled) return { end: 'cancelled' };
    if ('end' in given) return given;
    if ('isUnreachable' in given) return { trouble: null };
    mine.isSent = true;
    const body = { response: given.credential };
    const answer = await asked(client.call('POST /api/auth/passkey/verify-authentication', { body }));
    return answer.ok ? undefined : { trouble: answer.body };
  }

  async function start(): Promise<void> {
    if (isWaiting()) return;
    const mine = { isCancelled: false, isSent: false };
    current = mine;
    setEnding();
    setWaiting(true);
    const ended = await signIn(mine);
    // Another try may have begun after this one was cancelled.
    if (mine !== current) return;
    setWaiting(false);
    setEnding(ended);
    if (ended || mine.isCancelled) return;
    if (session.state().is === 'signed-in') location.reload();
    else await session.ask();
  }

  function textOf(ended: Ending): string {
    if ('end' in ended) {
      if (ended.end === 'cancelled') return said.notSignedIn.cancelled;
      return ended.end === 'otherHost' ? said.noPasskeys.otherHost : said.notSignedIn.failed;
    }
    if (ended.trouble?.code === 'unauthenticated') return said.notSignedIn.refused;
    return ended.trouble?.code === 'conflict' ? said.noPasskeys.service : errorText(words, ended.trouble);
  }

  return {
    /** Opens the prompt, or cancels it. */
    toggle: () => (isWaiting() ? cancel() : void start()),
    /** The text of the button that toggles: `start`, or Cancel while the prompt is open. */
    label: (start: string = said.signIn.button) => (isWaiting() ? said.prompt.cancel : start),
    icon: () => (isWaiting() ? ('close' as const) : ('passkey' as const)),
    /** Forgets what came of the last try. */
    reset: () => void setEnding(),
    note(): PasskeyNote | undefined {
      if (isWaiting()) return { is: 'waiting', text: said.prompt.waiting };
      const ended = ending();
      if (!ended) return undefined;
      return { is: 'end' in ended && ended.end === 'cancelled' ? 'calm' : 'wrong', text: textOf(ended) };
    },
  };
}
