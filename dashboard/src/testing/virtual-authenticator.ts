import type { Page } from 'playwright-core';

/** A device with a fingerprint sensor in the page's browser: Chromium's virtual authenticator (Chrome DevTools Protocol, domain WebAuthn). */
export interface VirtualAuthenticator {
  /** Whether the device recognises the person. */
  recognise(isPerson: boolean): Promise<void>;
  /** Whether the person touches the device when the prompt opens. Otherwise the prompt stays open. */
  answerPrompts(answers: boolean): Promise<void>;
  /** How many passkeys the device has. */
  count(): Promise<number>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognise: (isPerson) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isPerson }).then(() => undefined),
    answerPrompts: (answers) =>
      session
        .send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: answers })
        .then(() => undefined),
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
