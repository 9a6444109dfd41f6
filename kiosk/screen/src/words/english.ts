import { englishAdvice } from './english-advice.ts';
import { TIMES } from './english-times.ts';
import * as words from './english-words.ts';

const checklist = {
  names: { interface: 'Interface', address: 'Address', dns: 'DNS', backend: 'Backend', clock: 'Clock' },
  links: { ethernet: 'Ethernet, cable plugged in', wifi: 'Wi-Fi, connected', other: 'connected' },
  backend: {
    no_answer: 'no answer',
    certificate: 'wrong certificate',
    other_service: 'another server',
    refused: 'rejected this sign',
  },
  needsCable: 'waiting for cable or Wi-Fi',
  needsAddress: 'waiting for an address',
  needsDns: 'waiting for DNS',
  asking: 'checking',
  looking: 'checking',
  answers: 'answers',
  notNeeded: 'not needed',
  nothingIn: 'nothing plugged in',
  noneGiven: 'none assigned',
  noAnswer: 'no answer',
  reached: 'reached',
  right: 'correct',
  notChecked: 'not checked',
  behind: (length: string) => `${length} behind`,
  ahead: (length: string) => `${length} ahead`,
};

/** The catalogue of the sign's own screens. */
export const english = { ...words, advice: englishAdvice, checklist, times: TIMES };

export type ScreenWords = typeof english;
