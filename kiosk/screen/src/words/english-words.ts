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
  leadsTo: (host: string): Sentence => say('The page leads to ', { name: host }),
};

export const READY: string = 'Ready. Waiting for content.';

export const IDENTIFY = {
  /** A phone has found the code and asks whether this is the sign. */
  claim: { title: 'Is this the code on your phone?', below: 'Say yes or no there.' },
  /** Somebody looks for a claimed sign. */
  find: { title: 'Somebody is looking for this sign', below: 'It goes back to its page by itself.' },
};

export const QUARANTINED: Record<QuarantinedFace['code'], Message> = {
  clone_quarantined: {
    over: say('This device waits'),
    title: 'Its identity is in use elsewhere.',
    below: [
      say('Another device with the same signId is connected and stays up. Probably this disk was copied.'),
      say('An admin decides under Devices, or erase this device’s identity and start it again.'),
    ],
  },
  identity_conflict: {
    over: say('This device waits'),
    title: 'Its identity belongs to another device.',
    below: [
      say('The service knows this signId with another key, and keeps to the first. It can’t be claimed like this.'),
      say('Erase this device’s identity and start it again: it gets a new code.'),
    ],
  },
};

export const UPDATING = {
  over: (version: string | null) => (version === null ? 'Update' : `Update ${version}`),
  title: 'Installing. Leave the power on.',
  below: 'Starts again by itself, in about a minute, with the same content.',
};

export const RESTARTING: Record<RestartingFace['what'], Message> = {
  app: {
    over: say('Restarting'),
    title: 'Back in a moment.',
    below: [say('It starts again by itself, with the same content.')],
  },
  device: {
    over: say('The whole device restarts'),
    title: 'Leave the power on.',
    below: [say('It starts again by itself, in a minute or two, with the same content.')],
  },
};

const ADDRESS_PROBLEMS: Record<NonNullable<FirstStartFace['problem']>, string> = {
  malformed: 'This is no address. It looks like https://signs.example.com',
  no_answer: 'Nothing answers there. Look for a typo, and at the network cable.',
  certificate: 'What answers there can’t prove that it is this address. Look for a typo.',
  other_service: 'Something else answers there. Look for a typo.',
};

export const FIRST_START = {
  over: 'First start',
  title: 'Where is the service?',
  label: 'Address of the service',
  below: ({ checking, problem }: FirstStartFace): { text: string; isProblem: boolean } => {
    if (checking) return { text: 'Looking for it.', isProblem: false };
    if (problem !== null) return { text: ADDRESS_PROBLEMS[problem], isProblem: true };
    return { text: 'Type its address on a keyboard and press Enter. Asked only once.', isProblem: false };
  },
};

export const RELEASE = {
  over: 'Release this sign',
  title: 'Type its six characters',
  label: 'Code of this sign',
  wrong: 'This sign has another code. Nothing was changed.',
  below: 'Enter releases it: its claim and its page are gone, and it gets a new code. There is no way back.',
  keep: 'Esc keeps it as it is.',
};
