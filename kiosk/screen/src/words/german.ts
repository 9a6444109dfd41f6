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
    other_service: 'anderer Dienst',
    refused: 'lehnt dieses Schild ab',
  },
  needsCable: 'wartet auf Kabel oder WLAN',
  needsAddress: 'wartet auf eine Adresse',
  needsDns: 'wartet auf DNS',
  asking: 'wird geprüft',
  looking: 'wird geprüft',
  answers: 'antwortet',
  notNeeded: 'nicht nötig',
  nothingIn: 'nichts eingesteckt',
  noneGiven: 'keine zugewiesen',
  noAnswer: 'keine Antwort',
  reached: 'erreichbar',
  right: 'richtig',
  notChecked: 'nicht geprüft',
  behind: (length) => `geht ${length} nach`,
  ahead: (length) => `geht ${length} vor`,
};

/** The catalogue of the sign's own screens in German. */
export const german: ScreenWords = { ...words, advice: germanAdvice, checklist, times: TIMES };
