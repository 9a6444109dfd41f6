import type { Words } from '../english.ts';

export const trouble: Words['trouble'] = {
  unreachable: 'Der Dienst ist nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  internal: 'Wir haben einen Fehler gemacht, er ist festgehalten. Versuchen Sie es noch einmal.',
  rateLimited: (seconds) => `Das war oft. Warten Sie ${seconds} s, dann geht es wieder.`,
  field: 'Ein Feld braucht noch einen Blick.',
  tryAgain: 'Noch einmal',
};
