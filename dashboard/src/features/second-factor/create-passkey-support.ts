import { createSignal, onMount, type Accessor } from 'solid-js';
import { asked } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { passkeyHostOf, whyNoPasskeys, whyNotForHost, type NoPasskeys } from './passkey-support.ts';

export interface PasskeySupport {
  /** Why this page can't use passkeys; undefined: it can, or the service has not answered yet. */
  whyNot: Accessor<NoPasskeys | undefined>;
  /** False while the service is asked. */
  isKnown: Accessor<boolean>;
}

/**
 * Whether a page can use passkeys. If its own URL and browser allow them, it asks the service for the host name of its
 * passkeys: at another host name, the browser refuses them. Without an answer, the page offers passkeys.
 */
export function createPasskeySupport(): PasskeySupport {
  const { client } = useTools();
  const { hostname } = location;
  const own = whyNoPasskeys({ hostname, isSecureContext, hasWebAuthn: typeof PublicKeyCredential === 'function' });
  const [whyNot, setWhyNot] = createSignal(own);
  const [isKnown, setKnown] = createSignal(own !== undefined);
  onMount(async () => {
    if (own !== undefined) return;
    const answer = await asked(client.call('POST /api/auth/passkey/generate-authenticate-options', { body: {} }));
    setWhyNot(whyNotForHost(passkeyHostOf(answer), hostname));
    setKnown(true);
  });
  return { whyNot, isKnown };
}
