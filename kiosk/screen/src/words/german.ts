import type { ScreenWords } from './english.ts';
import { germanAdvice } from './german-advice.ts';
import { TIMES } from './german-times.ts';
import * as words from './german-words.ts';

const checklist: ScreenWords['checklist'] = {
  names: { interface: 'Anschluss', address: 'Adresse', dns: 'DNS', backend: 'Dienst', clock: 'Uhr' },
  links: { ethernet: 'Ethernet, Kabel eingesteckt', wifi: 'WLAN, verbunden', other: 'verbunden' },
  backend: {
    no_answer: 'keine Antwort',
    certificate: 'falsches Zertifikat',
    other_service: 'nicht dieser Dienst',
    refused: 'lehnt dieses Schild ab',
  },
  needsCable: 'braucht ein Kabel',
  needsAddress: 'braucht eine Adresse',
  needsDns: 'braucht DNS',
  asking: 'fragt',
  looking: 'sieht nach',
  answers: 'antwortet',
  notNeeded: 'nicht nötig',
  nothingIn: 'nichts eingesteckt',
  noneGiven: 'keine bekommen',
  noAnswer: 'keine Antwort',
  reached: 'erreicht',
  right: 'richtig',
  notChecked: 'nicht geprüft',
  behind: (length) => `geht ${length} nach`,
  ahead: (length) => `geht ${length} vor`,
};

/** The catalogue of the sign's own screens in German. */
export const german: ScreenWords = { ...words, advice: germanAdvice, checklist, times: TIMES };
