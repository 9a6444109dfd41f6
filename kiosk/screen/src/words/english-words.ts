import type { ClaimingFace, FirstStartFace, QuarantinedFace, RestartingFace } from '../model.ts';
import { say, type Sentence } from './sentence.ts';

/**
 * Every sentence of the sign's own screens that is not about its network (english-advice.ts, english.ts). Plain, present, short: what happened, then
 * what to do; no exclamation marks, no "please". The code stands small below, for whoever is on the telephone.
 */

/** One message in the middle of the screen. */
export interface Message {
  over: Sentence;
  title: string;
  below: Sentence[];
}

export const CODE = {
  strike: 'Can’t be claimed yet',
  qr: 'QR code of this sign',
  noQr: 'This sign can’t be claimed yet',
  signId: (signId: string) => `signId ${signId.slice(0, 8)}…${signId.slice(-4)}`,
  app: (version: string, platform: string) => `App ${version}, ${platform}`,
};

export const STEP_NAMES = { asked: 'Asked', loading: 'Loading', proved: 'Proved', claimed: 'Claimed' };

const CLAIMING_TITLES: Record<ClaimingFace['step'], string> = {
  asked: 'One moment',
  loading: 'Loading the page',
  proved: 'The page has loaded',
  claimed: 'Claimed',
};

export const CLAIMING = {
  over: ({ signName }: ClaimingFace): Sentence =>
    signName === null ? say('This sign is being claimed') : say('This sign is being claimed as ', { name: signName }),
  title: ({ step, url }: ClaimingFace): string =>
    url === null && (step === 'loading' || step === 'proved') ? 'No page yet' : CLAIMING_TITLES[step],
  leadsTo: (host: string): Sentence => say('The page redirects to ', { name: host }),
};

export const READY: string = 'Ready. Waiting for content.';

export const IDENTIFY = {
  /** A phone has found the code and asks whether this is the sign. */
  claim: { title: 'Is this the code on your phone?', below: 'Answer yes or no on the phone.' },
  /** The form of the page around this sign claims it, on the same computer. */
  framed: { title: 'This sign is being claimed', below: 'Continue in the form on this page.' },
  /** Somebody looks for a claimed sign. */
  find: { title: 'Someone is looking for this sign', below: 'The sign returns to its page automatically.' },
};

export const QUARANTINED: Record<QuarantinedFace['code'], Message> = {
  clone_quarantined: {
    over: say('This device is on hold'),
    title: 'Another device is using the same identity.',
    below: [
      say('Another device with the same signId is already connected. The disk was probably copied.'),
      say(
        'An admin can decide under “Devices” which device is the sign. Or erase the identity of this device and restart it.',
      ),
    ],
  },
  identity_conflict: {
    over: say('This device is on hold'),
    title: 'The identity of this device belongs to another device.',
    below: [
      say('The service knows this signId with a different key, so this device can’t be claimed.'),
      say('Erase the identity of this device and restart it. The device then gets a new code.'),
    ],
  },
};

export const UPDATING = {
  over: (version: string | null) => (version === null ? 'Update' : `Update ${version}`),
  title: 'Installing. Do not turn off the power.',
  below: 'The sign restarts automatically in about a minute, with the same content.',
};

export const RESTARTING: Record<RestartingFace['what'], Message> = {
  app: {
    over: say('Restarting'),
    title: 'Back in a moment.',
    below: [say('The sign restarts automatically, with the same content.')],
  },
  device: {
    over: say('Device restart'),
    title: 'Restarting. Do not turn off the power.',
    below: [say('The device restarts automatically in a minute or two, with the same content.')],
  },
};

const ADDRESS_PROBLEMS: Record<NonNullable<FirstStartFace['problem']>, string> = {
  malformed: 'This is not a valid address. Use an address like https://signs.example.com',
  no_answer: 'There is no answer from this address. Check for typos, and check the network cable.',
  certificate: 'The server at this address has no valid certificate. Check for typos.',
  other_service: 'The server at this address is not the sign service. Check for typos.',
};

export const FIRST_START = {
  over: 'First start',
  title: 'Where is the service?',
  label: 'Address of the service',
  below: ({ checking, problem }: FirstStartFace): { text: string; isProblem: boolean } => {
    if (checking) return { text: 'Looking for the service.', isProblem: false };
    if (problem !== null) return { text: ADDRESS_PROBLEMS[problem], isProblem: true };
    return {
      text: 'Connect a keyboard, type the address of the service and press Enter. You only need to do this once.',
      isProblem: false,
    };
  },
};

export const RELEASE = {
  over: 'Release this sign',
  title: 'Type the six characters of the sign’s code',
  label: 'Code of this sign',
  wrong: 'This is not the code of this sign. Nothing was changed.',
  below:
    'Press Enter to release the sign. The sign loses its claim and its page and gets a new code. This cannot be undone.',
  keep: 'Press Esc to cancel.',
};
