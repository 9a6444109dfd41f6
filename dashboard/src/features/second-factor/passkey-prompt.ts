import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '@sign-display/contracts/rest/passkeys';

/**
 * The browser's prompt for a passkey. Its library is fetched with the first prompt. The names of errors are those of Web Authentication, level 3, sections 5.1.3 and
 * 5.1.4.
 */

/**
 * Why the browser gave nothing. `cancelled`: the person closed the prompt, its time ran out, or the device did not recognise the person; browsers don't tell these
 * apart. `exists`: the device has a passkey of this account. `notVerified`: the device has no fingerprint, face or PIN. `otherHost`: the page is not at the
 * service's host name.
 */
export type PromptEnd = 'cancelled' | 'exists' | 'notVerified' | 'otherHost' | 'failed';

const ENDS = new Map<string, PromptEnd>([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'exists'],
  ['ConstraintError', 'notVerified'],
  ['SecurityError', 'otherHost'],
]);

/** What an error of the prompt means. */
export const promptEndOf = (error: unknown): PromptEnd =>
  (error instanceof Error ? ENDS.get(error.name) : undefined) ?? 'failed';

/** `isUnreachable`: the library could not be fetched; the page treats this as an unreachable service. */
export type Prompted<Credential> = { credential: Credential } | { end: PromptEnd } | { isUnreachable: true };

const loadLibrary = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

async function prompt<Credential>(show: (library: Library) => Promise<Credential>): Promise<Prompted<Credential>> {
  const library = await loadLibrary().catch(() => null);
  if (library === null) return { isUnreachable: true };
  try {
    return { credential: await show(library) };
  } catch (error) {
    return { end: promptEndOf(error) };
  }
}

/** Fetches the library, so that a press shows the prompt without a wait: browsers allow the prompt only for a short time after a press. */
export const fetchPromptAhead = (): void => void loadLibrary().catch(() => undefined);

/** Asks the browser to make a passkey. */
export const promptForNewPasskey = (options: PasskeyCreationOptions): Promise<Prompted<RegistrationCredential>> =>
  prompt(async (library) => (await library.startRegistration({ optionsJSON: options })) as RegistrationCredential);

/** Asks the browser for one of the person's passkeys. */
export const promptForPasskey = (options: PasskeyRequestOptions): Promise<Prompted<AuthenticationCredential>> =>
  prompt(async (library) => (await library.startAuthentication({ optionsJSON: options })) as AuthenticationCredential);

/** Closes a prompt that is open: it ends as `cancelled`. Where the library could not be fetched, no prompt is open. */
export async function closePrompt(): Promise<void> {
  const library = await loadLibrary().catch(() => null);
  library?.WebAuthnAbortService.cancelCeremony();
}
