import { isolated } from '../isolate-direction.ts';

/** Passkeys: their tab in the account, and signing in with one. */
export const passkeys = {
  title: 'Passkeys',
  headline: {
    off: 'Passkeys need two-step sign-in.',
    offLead: 'Turn on two-step sign-in first. Then you can still sign in if you lose the device with your passkey.',
    none: 'You have no passkeys yet.',
    count: (count: number) => (count === 1 ? '1 passkey opens your account.' : `${count} passkeys open your account.`),
    lead: 'A passkey signs you in with your fingerprint, your face, a PIN or a security key. You type no password and no code.',
  },
  what: 'your passkeys',
  needsSecondFactor:
    'This session was opened with the password alone. To change your passkeys, sign in with a passkey or a code.',
  table: {
    label: 'Your passkeys',
    passkey: 'Passkey',
    made: 'Made',
    used: 'Last used',
    notUsed: 'Not used yet',
    /** For a narrow window. */
    both: (made: string, used: string | undefined) =>
      used === undefined ? `Made ${made}, not used yet` : `Made ${made}, last used ${used}`,
  },
  kinds: {
    device: 'Only on the device that made it',
    synced: 'Synced by a password manager',
    security_key: 'On a security key',
    phone: 'On a phone',
  },
  add: {
    title: 'Add a passkey for this device',
    lead: 'Your browser asks for your fingerprint, your face or a PIN. The service stores only a public key.',
    name: 'Name',
    button: 'Add a passkey',
    added: (name: string) => `The passkey ${isolated(name)} was added.`,
    full: (most: number) => `You have ${most} passkeys. An account can’t have more. Remove one before you add another.`,
    refused: 'The service did not accept the passkey. Try again.',
    unsupported: 'You can’t add a passkey here',
  },
  prompt: {
    waiting: 'Follow the prompt of your browser.',
    cancel: 'Cancel',
  },
  /** Why the browser gave no new passkey. */
  notAdded: {
    cancelled: 'The browser’s prompt was closed, or its time ran out. No passkey was added. You can try again.',
    exists: 'This device already has a passkey for your account.',
    notVerified:
      'This device can’t check that it is you. Set up a fingerprint, a face or a PIN on it, or use a security key with a PIN.',
    failed: 'The browser could not make a passkey. Try again, or use another browser or device.',
  },
  /** Why a passkey did not sign in. */
  notSignedIn: {
    cancelled: 'The browser’s prompt was closed, or its time ran out. You can try again.',
    failed: 'The browser could not use a passkey. Try again, or use another way to sign in.',
    refused:
      'The service did not accept this passkey. It may have been removed from the account. Try again, or sign in another way.',
  },
  /** Why there are no passkeys on this page. */
  noPasskeys: {
    http: 'This page was opened with http. Browsers allow passkeys only with https. Ask the operator of the service for the https URL.',
    address:
      'This page’s URL contains an IP address. Browsers allow passkeys only with a host name. Ask the operator of the service for a URL with a host name.',
    browser: 'This browser does not support passkeys. Open this page in a current Chrome, Edge, Firefox or Safari.',
    service:
      'Browsers allow passkeys only with a host name. The operator of the service must set PUBLIC_URL to a URL with a host name.',
    otherHost:
      'Browsers allow passkeys only at the URL of the service that the operator has set in PUBLIC_URL. Open the service there.',
  },
  remove: {
    button: 'Remove',
    one: (name: string) => `Remove the passkey ${isolated(name)}`,
    title: (name: string) => `Remove the passkey ${isolated(name)}?`,
    text: 'Afterwards you can’t sign in with this passkey. Sessions that it has opened stay open. The device still has it: delete it there too, in the settings or the password manager.',
    keep: 'Keep it',
    removed: (name: string) => `The passkey ${isolated(name)} was removed.`,
  },
  notes: {
    title: 'Good to know',
    items: [
      ['A passkey counts as both steps.', 'Organizations that require two-step sign-in accept it.'],
      ['A fake page can’t use it.', 'A passkey works only at the URL of this service.'],
      ['If you lose the device,', 'sign in with your password and a code, and remove its passkey here.'],
      ['If you turn off two-step sign-in,', 'all your passkeys are removed.'],
      [
        'Passkeys need https and a host name.',
        'They also work at http://localhost. Browsers refuse them on other http pages and at IP addresses.',
      ],
    ] as readonly (readonly [string, string])[],
  },
  signIn: {
    button: 'Sign in with a passkey',
    use: 'Use a passkey',
  },
  required: {
    title: 'Your passkey',
    aside: '10 seconds',
    lead: 'Your account has a passkey. Use it to open this page. You type no password and no code.',
  },
};
